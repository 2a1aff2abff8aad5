import type { UserWire } from '#domain/user/contract.ts'

/** 'Lucía Ferrer Casals'; '' for somebody who has not said it yet. */
export function fullName({ contactDetails: { name = '', surNames = '' } }: Pick<UserWire, 'contactDetails'>): string {
  return `${name} ${surNames}`.trim()
}

/** How a user is called in labels and questions: its name, or its address. */
export const userName = (user: Pick<UserWire, 'contactDetails' | 'email'>) => fullName(user) || user.email
