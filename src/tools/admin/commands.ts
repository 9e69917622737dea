import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { taipeiTime } from '../../domain/dates'
import { askToCancel } from '../../server/jobs/job-rows'
import { createRecord } from '../../server/records/create'
import { confirmTime } from '../../server/store/known-time'
import { contextOf, type Desk, entered } from './desk'
import { filesIn, loadFile } from './load'
import { need, type Options } from './options'
import { AdminRefusal } from './refusal'
import { printJobs, printStatus } from './report'
import { runSql } from './run-sql'
import { createUser, findUserId, resetPassword } from './users'

/** Does something with the open database; `password` is the one that the operator has chosen. */
export type Command = (desk: Desk, options: Options, password: string | undefined) => Promise<void>

/** The commands by name. */
export const commands: Readonly<Record<string, Command>> = {
  'bank-user': async (desk, options, password) => {
    const given = need(options, ['uniform-no', 'user-id', 'name', 'email', 'mobile', 'role'])
    const user = {
      UniformNo: given['uniform-no'],
      UserId: given['user-id'],
      UserName: given.name,
      Email: given.email,
      Mobile: given.mobile,
      RoleId: given.role,
    }
    if ((await findUserId(desk, user)) !== undefined) {
      desk.say(`User ${user.UserId} of ${user.UniformNo} exists already; the password stays. For a new one: npm run admin -- reset-password`)
      return
    }
    await ensureBank(desk, options)
    await createUser(desk, user, password)
  },

  'reset-password': async (desk, options, password) => {
    const given = need(options, ['uniform-no', 'user-id'])
    await resetPassword(desk, { UniformNo: given['uniform-no'], UserId: given['user-id'] }, password)
  },

  load: async (desk, { rest, flags }) => {
    if (rest.length === 0) throw new AdminRefusal('load needs a folder or files, such as: npm run admin -- load src/tools/admin/sample')
    let refused = 0
    for (const path of rest.flatMap(filesOf)) refused += await loadFile(desk, path, flags.update === true)
    if (refused > 0) throw new AdminRefusal(`${refused} records were refused; correct them and repeat the command. All others are in the portal.`)
  },

  status: printStatus,
  jobs: printJobs,

  'cancel-job': async ({ db, say }, { rest }) => {
    const id = Number(rest[0])
    if (!Number.isInteger(id)) throw new AdminRefusal('cancel-job needs the number of a job; list them with: npm run admin -- jobs')
    say((await askToCancel(db, id)) ? `Job ${id} is asked to stop.` : `Job ${id} has ended already, or does not exist.`)
  },

  sql: (desk, { rest }) => runSql(desk, rest[0]),

  'confirm-time': async ({ db, now, say }) => {
    await confirmTime(db, now())
    say(`The time is noted as right: ${taipeiTime(now())} in Taipei. From the next hour on the portal deletes again what has been kept for long enough.`)
  },
}

const filesOf = (path: string): readonly string[] => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new AdminRefusal(`${path} does not exist.`)
  return found.isDirectory() ? filesIn(path) : [path]
}

/** The bank is a company of its own, because its users belong to one too. */
const ensureBank = async (desk: Desk, { flags }: Options): Promise<void> => {
  const { rows } = await sql`select 1 from customer where uniform_no = ${String(flags['uniform-no'])}`.execute(desk.db)
  if (rows.length > 0 || typeof flags['company-name'] !== 'string') return
  const resource = entered(desk.schemas.get('Customer'), ['UniformNo', 'CustomerName'])
  await createRecord(contextOf(desk), resource, {
    UniformNo: flags['uniform-no'],
    CustomerName: flags['company-name'],
    ContactName: flags.name,
    ContactMobile: flags.mobile,
    Email: flags.email,
    CustomerStatus: 'Active',
  })
  desk.say(`Company ${flags['uniform-no']} ${flags['company-name']}: created.`)
}
