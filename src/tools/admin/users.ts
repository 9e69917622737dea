import { sql } from 'kysely'
import { passwordProblems } from '../../domain/access/password'
import { isBankRole } from '../../domain/access/roles'
import type { RecordValues } from '../../schema/language/language'
import { newInitialPassword, storeInitialPassword } from '../../server/accounts/passwords'
import { endAllSessions } from '../../server/accounts/sessions'
import { OperatorError } from '../../server/node/operator-error'
import type { Db } from '../../server/ports'
import { createRecord } from '../../server/records/create'
import { type AdminContext, asWritableByBank, fileKinds, recordContext } from './kinds'

/** Returns the SerialId of the user with a UniformNo and a UserId; undefined if there is none. */
export const findUserSerialId = async (
  { db }: Pick<AdminContext, 'db'>,
  { UniformNo, UserId }: RecordValues,
): Promise<number | undefined> => {
  const users = db.selectFrom('portal_user').select('serial_id').where('uniform_no', '=', String(UniformNo))
  return (await users.where(sql`lower(user_id)`, '=', sql`lower(${String(UserId)})`).executeTakeFirst())?.serial_id
}

/** Creates a user with the chosen or a random initial password, which the user must change at the first sign-in. */
export const createUserWithPassword = async (
  admin: AdminContext,
  user: RecordValues,
  chosenPassword?: string,
): Promise<void> => {
  // A user from a command needs the same fields as a user from the file users.csv.
  const onlyRequired = [
    ...(fileKinds.find(({ resource }) => resource === 'portalUser')?.required ?? []),
    ...(isBankRole(String(user.RoleId)) ? [] : ['ApplyCodes']),
  ]
  const resource = asWritableByBank(admin.schemas.get('portalUser'), { onlyRequired })
  await requireCustomer(admin, String(user.UniformNo))
  await createRecord(
    recordContext(admin),
    resource,
    { ApplyCodes: [], ...user },
    {
      values: { UserStatus: 'Pending', LoginErrorCount: 0 },
      afterWrite: async ({ db }, created) => {
        // `issuePassword` replaces the empty hash.
        await db
          .insertInto('portal_user_secret')
          .values({ user_id: Number(created.SerialId), password_hash: '' })
          .execute()
        await issuePassword(
          admin,
          db,
          { id: Number(created.SerialId), uniformNo: String(created.UniformNo), userId: String(created.UserId) },
          chosenPassword,
        )
      },
    },
  )
}

/** Sets a new initial password of a user, and ends the user's sessions. */
export const resetUserPassword = async (
  admin: AdminContext,
  user: RecordValues,
  chosenPassword?: string,
): Promise<void> => {
  const id = await findUserSerialId(admin, user)
  if (id === undefined)
    throw new OperatorError(
      `There is no user ${user.UserId} of ${user.UniformNo}. List the users with: npm run admin -- status`,
    )
  await admin.db.transaction().execute(async (trx) => {
    await endAllSessions(trx, id, 'reset', admin.now())
    await issuePassword(
      admin,
      trx,
      { id, uniformNo: String(user.UniformNo), userId: String(user.UserId) },
      chosenPassword,
    )
  })
}

interface PasswordReceiver {
  readonly id: number
  readonly uniformNo: string
  readonly userId: string
}

// The password is printed before the transaction ends, so that every user that exists has a known password.
const issuePassword = async (
  admin: AdminContext,
  trx: Db,
  { id, uniformNo, userId }: PasswordReceiver,
  chosenPassword: string | undefined,
): Promise<void> => {
  const problems = chosenPassword === undefined ? [] : passwordProblems(chosenPassword, { userId, uniformNo })
  if (problems.length > 0)
    throw new OperatorError(`The given password breaks the rules: ${problems.map(({ message }) => message).join(' ')}`)
  const password = chosenPassword ?? newInitialPassword({ uniform_no: uniformNo, user_id: userId })
  await storeInitialPassword(trx, id, await admin.passwords.hash(password), admin.now())
  admin.print(
    chosenPassword === undefined
      ? `User ${userId} of ${uniformNo}: initial password ${password} (shown only once; it must be changed at the first sign-in within 30 days).`
      : `User ${userId} of ${uniformNo} has the given initial password; it must be changed at the first sign-in within 30 days.`,
  )
}

const requireCustomer = async ({ db }: AdminContext, uniformNo: string): Promise<void> => {
  if (!(await db.selectFrom('customer').select('uniform_no').where('uniform_no', '=', uniformNo).executeTakeFirst()))
    throw new OperatorError(
      `There is no customer ${uniformNo}, and every user belongs to a customer. Load customers.csv first. For the bank itself, give --company-name to the command bank-user.`,
    )
}
