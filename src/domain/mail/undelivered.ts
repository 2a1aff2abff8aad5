/** The mails with which somebody comes in for the first time: when one does not arrive, nothing else tells of it. */
export const lettingIn = ['invitation', 'invitation-reminder', 'user-created', 'password-ending'] as const
export type LettingIn = (typeof lettingIn)[number]

/** Hours that a mail is tried before it is told that it does not arrive; one that was refused is told of at once. */
export const LATE_HOURS = 4
/** Days after which it is tried no more. */
export const GIVE_UP_DAYS = 5

/** What keeps a mail from arriving: the recipient's server refused it, in these words, or nobody took it yet. */
export type Trouble = { refused: boolean; reason: string }

/** Why a mail does not arrive, as the end of a sentence about it. */
export const troubleText = ({ refused, reason }: Trouble): string =>
  refused ? `su servidor lo rechaza${reason ? ` («${reason}»)` : ''}` : 'todavía no se ha podido entregar'

/** The same as a note beside an invitation. */
export const troubleNote = (trouble: Trouble): string => `El correo no llega: ${troubleText(trouble)}`
