import { readFileSync, statSync } from 'node:fs'
import { sql } from 'kysely'
import { taipeiTime, taipeiToday } from '../../domain/dates/dates'
import { confirmTime } from '../../server/database/clock-check'
import { demoDataSince } from '../../server/demo/demo-mark'
import { requestCancel } from '../../server/jobs/job-rows'
import { messageOf, OperatorError } from '../../server/node/operator-error'
import { differenceLines, verifyLedger } from '../../server/payments/verification/ledger-verify'
import { createRecord } from '../../server/records/create'
import { convert } from './convert'
import { type AdminContext, asWritableByBank, fileKinds, recordContext } from './kinds'
import { loadableFiles, loadDataFile } from './load'
import { type AdminOptions, requireFlags } from './options'
import { createUserWithPassword, findUserSerialId, resetUserPassword } from './users'

/** A command on the open database. `password` is the password that the operator chose, if any. */
type Command = (admin: AdminContext, options: AdminOptions, password: string | undefined) => Promise<void>

/** The commands by name. */
export const commands: Readonly<Record<string, Command>> = {
  'bank-user': async (admin, options, password) => {
    const required = requireFlags(options, ['uniform-no', 'user-id', 'name', 'email', 'mobile', 'role'])
    const user = {
      UniformNo: required['uniform-no'],
      UserId: required['user-id'],
      UserName: required.name,
      Email: required.email,
      Mobile: required.mobile,
      RoleId: required.role,
    }
    if ((await findUserSerialId(admin, user)) !== undefined) {
      admin.print(
        `User ${user.UserId} of ${user.UniformNo} already exists; the password is unchanged. To set a new one: npm run admin -- reset-password`,
      )
      return
    }
    await ensureBankCompany(admin, options)
    await createUserWithPassword(admin, user, password)
  },

  'reset-password': async (admin, options, password) => {
    const required = requireFlags(options, ['uniform-no', 'user-id'])
    await resetUserPassword(admin, { UniformNo: required['uniform-no'], UserId: required['user-id'] }, password)
  },

  load: async (admin, { args, flags }) => {
    if (args.length === 0)
      throw new OperatorError('load needs a folder or files. Example: npm run admin -- load src/tools/admin/sample')
    let refusedCount = 0
    for (const path of args.flatMap(filesOf)) refusedCount += await loadDataFile(admin, path, flags.update === true)
    if (refusedCount > 0)
      throw new OperatorError(
        `${refusedCount} ${refusedCount === 1 ? 'record was refused; correct it' : 'records were refused; correct them'} and repeat the command. The accepted records are stored.`,
      )
  },

  status: (admin) => printStatus(admin),
  jobs: (admin) => printJobs(admin),

  'cancel-job': async ({ db, print }, { args }) => {
    const id = Number(args[0])
    if (!Number.isInteger(id))
      throw new OperatorError('cancel-job needs the number of a job; list them with: npm run admin -- jobs')
    print(
      (await requestCancel(db, id))
        ? `Cancellation of job ${id} was requested.`
        : `Job ${id} has already ended, or does not exist.`,
    )
  },

  sql: (admin, { args }) => runSql(admin, args[0]),

  convert: (admin, { args }) => convert(admin, args),

  'ledger-verify': async ({ db, print }) => {
    const brokenInvariants = await verifyLedger(db)
    for (const line of differenceLines(brokenInvariants)) print(line)
    if (brokenInvariants.length > 0) throw new OperatorError('The ledger has differences. Nothing was changed.')
    print('The ledger is correct.')
  },

  'confirm-time': async ({ db, now, print }) => {
    await confirmTime(db, now())
    print(
      `The clock is confirmed: ${taipeiTime(now())} in Taipei. From the next hour on, the portal deletes data again when their retention ends.`,
    )
  },
}

/**
 * The commands that prepare the tables for changed schemas.
 * Before any other command, the tool adapts the tables to the schemas.
 */
export const preparingCommands: readonly string[] = ['sql', 'convert']

const filesOf = (path: string): readonly string[] => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new OperatorError(`${path} does not exist.`)
  return stats.isDirectory() ? loadableFiles(path) : [path]
}

/** Creates the bank's company if it is missing and the operator gave its name. Bank users also belong to a company. */
const ensureBankCompany = async (admin: AdminContext, { flags }: AdminOptions): Promise<void> => {
  const bank = await admin.db
    .selectFrom('customer')
    .select('uniform_no')
    .where('uniform_no', '=', String(flags['uniform-no']))
    .executeTakeFirst()
  if (bank || typeof flags['company-name'] !== 'string') return
  const resource = asWritableByBank(admin.schemas.get('Customer'), { onlyRequired: ['UniformNo', 'CustomerName'] })
  await createRecord(recordContext(admin), resource, {
    UniformNo: flags['uniform-no'],
    CustomerName: flags['company-name'],
    ContactName: flags.name,
    ContactMobile: flags.mobile,
    Email: flags.email,
    CustomerStatus: 'Active',
  })
  admin.print(`Company ${flags['uniform-no']} ${flags['company-name']}: created.`)
}

/**
 * Runs the statements of a file in one transaction, such as those that the portal printed when it started.
 * The command also works on the embedded database, which no other program can open.
 */
const runSql = async ({ db, print }: Pick<AdminContext, 'db' | 'print'>, path: string | undefined): Promise<void> => {
  if (path === undefined || !statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new OperatorError(
      'sql needs a file with the statements that the portal printed when it started. Example: npm run admin -- sql changes.sql',
    )
  const statements = statementsIn(readFileSync(path, 'utf8'))
  await db.transaction().execute(async (trx) => {
    for (const [index, statement] of statements.entries()) {
      await sql
        .raw(statement)
        .execute(trx)
        .catch((error: unknown) => {
          throw new OperatorError(
            `Statement ${index + 1} failed, so nothing was changed: ${messageOf(error)}.\n  ${statement}`,
          )
        })
    }
  })
  print(`${statements.length} ${statements.length === 1 ? 'statement' : 'statements'} executed.`)
}

// Each statement ends with a semicolon at the end of a line. Only a comment may follow the semicolon.
const statementsIn = (text: string): readonly string[] =>
  text
    .split(/;[ \t]*(?:--.*)?(?:\r?\n|$)/)
    .map((statement) => statement.replace(/^\s*--.*$/gm, '').trim())
    .filter(Boolean)

/**
 * Prints whether the database has demo data, the number of records of each kind, and the first 50 users, those of the
 * bank first.
 */
const printStatus = async ({ db, schemas, print }: AdminContext): Promise<void> => {
  const since = await demoDataSince(db)
  print(
    `demo data          ${since === undefined ? 'none' : `since ${taipeiToday(new Date(since))}; production does not start on this database`}`,
  )
  for (const { file, resource } of fileKinds) {
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from ${sql.id(schemas.get(resource).table)}`.execute(db)
    print(`${file.padEnd(18)} ${rows[0]?.count ?? 0}`)
  }
  const rows = await db
    .selectFrom('portal_user')
    .select(['uniform_no as company', 'user_id as user', 'role_id as role', 'user_status as status'])
    .orderBy(sql`role_id like 'Bank%'`, 'desc')
    .orderBy('uniform_no')
    .orderBy('user_id')
    .limit(50)
    .execute()
  for (const { company, user, role, status } of rows)
    print(`  ${company} ${user.padEnd(12)} ${role.padEnd(15)} ${status}`)
}

/** Prints the latest 50 jobs, newest first. */
const printJobs = async ({ db, print }: AdminContext): Promise<void> => {
  const rows = await db
    .selectFrom('job')
    .select(['id', 'name', 'state', 'done', 'total', 'tries', 'deaths', 'error'])
    .select(sql<string>`to_char(create_time at time zone 'Asia/Taipei', 'YYYY-MM-DD HH24:MI:SS')`.as('time'))
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  if (rows.length === 0) print('There are no jobs.')
  for (const { id, name, state, done, total, tries, deaths, time, error } of rows) {
    const counts = `tries ${tries}${deaths > 0 ? `, deaths ${deaths}` : ''}`
    print(
      `${String(id).padStart(6)}  ${time}  ${name.padEnd(14)} ${state.padEnd(9)} ${done}/${total ?? '?'}, ${counts}${error ? `, ${error}` : ''}`,
    )
  }
}
