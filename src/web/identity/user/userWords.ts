import type { UserWire } from '#domain/identity/user/contract.ts'
import { fullName } from '#domain/identity/user/user.ts'

/** Name of a user in labels and questions, or its e-mail. */
export const userName = (user: Pick<UserWire, 'contactDetails' | 'email'>) => fullName(user) || user.email
