/**
 * The kinds of object that belong to one bank alone. Their entries hold no value, and no other reader gets them
 * (BASE-11, LEVEL-19). 'supervision' stands for the lists and calls about them.
 */
export const privateKinds = [
  'use',
  'acceptance',
  'level-policy',
  'register-entity',
  'register-member',
  'business-function',
  'arrangement',
  'arrangement-clauses',
  'arrangement-line',
  'register',
  'register-package',
  'register-ask',
  'reliance',
  'stance',
  'acknowledgement',
  'impact-clock',
  'supervision',
  'webhook',
  'saved-view',
] as const
export type PrivateKind = (typeof privateKinds)[number]

export const isPrivateKind = (kind: string): boolean => (privateKinds as readonly string[]).includes(kind)

/**
 * Whether an entry names its actor. What happens to a bank's own things because of an act of another party is not that
 * party's: it would find it among its own acts.
 */
export const namesActor = (kind: string, owner: string | null, actor: { participantId: string } | null): boolean =>
  !isPrivateKind(kind) || actor?.participantId === owner
