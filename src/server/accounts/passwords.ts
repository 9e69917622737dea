import { sql } from 'kysely'
import { addDays, taipeiToday } from '../../domain/dates'
import { passwordAge, passwordHistory, passwordProblems } from '../../domain/password'
import type { UserStatus } from '../../domain/portal-user'
import { Refusal } from '../../domain/refusal'
import { toTaipei } from '../database/times'
import { asEmail } from '../notices/letters'
import { mimaChangedLetter } from '../notices/user-letters'
import type { Db, Ports } from '../ports'
import type { FieldRule } from './fields'
import type { PortalUser } from './portal-user'

/** The new password and its repetition, taken exactly as typed; how long it may be is the password rules' business. */
export const newMimaForm = {
  NewMima: { label: '新密碼', max: 256, exact: true },
  ConfirmMima: { label: '確認新密碼', max: 256, exact: true },
} as const satisfies Record<string, FieldRule>

/** Refuses a new password that breaks a rule (1008), was used lately (1009) or is not repeated alike. */
export const judgeNewMima = async (ports: Ports, user: PortalUser, typed: Readonly<Record<keyof typeof newMimaForm, string>>): Promise<void> => {
  const problems = passwordProblems(typed.NewMima, { userId: user.user_id, uniformNo: user.uniform_no })
  if (problems.length > 0) throw new Refusal('1008', '新密碼不符合密碼規則，請依說明修正。', { NewMima: problems.map(({ message }) => message).join('') })
  if (typed.NewMima !== typed.ConfirmMima) throw new Refusal('2002', '兩次輸入的新密碼不同，請重新輸入。', { ConfirmMima: '與新密碼不同，請重新輸入。' })
  const used = `新密碼不可與最近 ${passwordHistory} 次使用的密碼相同。`
  if (await wasUsed(ports, user, typed.NewMima)) throw new Refusal('1009', used, { NewMima: used })
}

const wasUsed = async ({ passwords }: Ports, { password_hash, previous_hashes }: PortalUser, password: string): Promise<boolean> => {
  const hashes = [password_hash, ...previous_hashes].slice(0, passwordHistory)
  return (await Promise.all(hashes.map((hash) => passwords.verify(hash, password)))).includes(true)
}

/** Keeps a password that its owner chose: the former one joins the history, locks and wrong tries are forgotten. Refuses a user who was disabled or removed meanwhile. */
export const keepMima = async (
  trx: Db,
  userId: number,
  { hash, status, at }: { readonly hash: string; readonly status: UserStatus; readonly at: Date },
): Promise<void> => {
  await replaceHash(trx, userId, hash, null)
  const { numUpdatedRows } = await trx
    .updateTable('portal_user')
    .set({
      user_status: status,
      login_error_count: 0,
      mima_change_time: at.toISOString(),
      mima_expire_date: addDays(taipeiToday(at), passwordAge.warn),
    })
    .where('serial_id', '=', userId)
    .where('user_status', '<>', 'Disabled')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('1003', '您的帳號已停用，請洽貴單位的企業管理者。')
}

/** The columns of a secret without wrong tries and locks. */
export const unlocked = { wrong_count: 0, lock_count: 0, locked_until: null } as const

/** Puts a hash in the place of the one before. A password that somebody else gave out is not worth remembering. */
export const replaceHash = async (trx: Db, userId: number, hash: string, issuedAt: Date | null): Promise<void> => {
  await trx
    .updateTable('portal_user_secret')
    .set({
      previous_hashes: sql`case
        when issued_at is null and password_hash <> ''
        then jsonb_path_query_array(jsonb_build_array(password_hash) || previous_hashes, '$[0 to ${sql.raw(String(passwordHistory - 2))}]')
        else previous_hashes
      end`,
      password_hash: hash,
      issued_at: issuedAt?.toISOString() ?? null,
      ...unlocked,
    })
    .where('user_id', '=', userId)
    .execute()
}

/** Tells the owner of an account that its password is another one now. */
export const tellMimaChanged = (ports: Ports, user: PortalUser): void => {
  const when = toTaipei(ports.clock().toISOString().replace('Z', '000Z')).slice(0, 16).replace('T', ' ').replaceAll('-', '/')
  ports.notices.post(asEmail(user.email, mimaChangedLetter({ customerName: user.customer_name, userId: user.user_id }, when)))
}
