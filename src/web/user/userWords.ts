import type { UserWire } from '#domain/user/contract.ts'
import { fullName } from '#domain/user/user.ts'

/** How a user is called in labels and questions: its name, or its address. */
export const userName = (user: Pick<UserWire, 'contactDetails' | 'email'>) => fullName(user) || user.email
