import { addDays, taipeiToday } from '../../domain/dates'
import { passwordProblems } from '../../domain/password'
import { pendingDays } from '../../domain/portal-user'
import { asEmail } from '../notices/letters'
import { initialMimaLetter } from '../notices/user-letters'
import type { Db, Ports } from '../ports'
import { replaceHash } from './passwords'
import type { PortalUser } from './portal-user'

/** Whoever gets an initial password. */
export type Newcomer = Pick<PortalUser, 'uniform_no' | 'user_id' | 'customer_name' | 'email'>

// No letter or digit that looks like another: the password is read off a screen and typed.
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'
const length = 12

/** A random password that keeps the rules. */
export const newInitialMima = (user: Newcomer): string => {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(length))
    const password = Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
    if (passwordProblems(password, { userId: user.user_id, uniformNo: user.uniform_no }).length === 0) return password
  }
}

/** Makes the hash the user's password, to be changed at the first sign-in within 30 days. */
export const keepInitialMima = async (trx: Db, serialId: number, hash: string, at: Date): Promise<void> => {
  await replaceHash(trx, serialId, hash, at)
  await trx
    .updateTable('portal_user')
    .set({ user_status: 'Pending', login_error_count: 0, mima_expire_date: addDays(taipeiToday(at), pendingDays) })
    .where('serial_id', '=', serialId)
    .execute()
}

/** Sends the password to its user; nobody else ever sees it. */
export const sendInitialMima = ({ notices }: Ports, user: Newcomer, password: string): void =>
  notices.post(asEmail(user.email, initialMimaLetter(password, { customerName: user.customer_name, userId: user.user_id })))
