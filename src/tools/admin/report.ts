import { sql } from 'kysely'
import type { Desk } from './desk'
import { kinds } from './kinds'

/** How many records of each kind there are, and who can sign in. */
export const printStatus = async ({ db, schemas, say }: Desk): Promise<void> => {
  for (const { file, resource } of kinds) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.id(schemas.get(resource).table)}`.execute(db)
    say(`${file.padEnd(18)} ${rows[0]?.count ?? 0}`)
  }
  const { rows } = await sql<{ company: string; user: string; role: string; status: string }>`
    select uniform_no as company, user_id as user, role_id as role, user_status as status
    from portal_user
    order by role_id like 'Bank%' desc, uniform_no, user_id
    limit 50`.execute(db)
  for (const { company, user, role, status } of rows) say(`  ${company} ${user.padEnd(12)} ${role.padEnd(15)} ${status}`)
}

interface JobLine {
  readonly id: number
  readonly name: string
  readonly state: string
  readonly done: number
  readonly total: number | null
  readonly tries: number
  readonly time: string
  readonly error: string | null
}

/** The latest jobs, newest first. */
export const printJobs = async ({ db, say }: Desk): Promise<void> => {
  const { rows } = await sql<JobLine>`
    select id, name, state, done, total, tries, to_char(create_time at time zone 'Asia/Taipei', 'YYYY-MM-DD HH24:MI:SS') as time, error
    from job
    order by id desc
    limit 50`.execute(db)
  if (rows.length === 0) say('There are no jobs.')
  for (const { id, name, state, done, total, tries, time, error } of rows)
    say(`${String(id).padStart(6)}  ${time}  ${name.padEnd(14)} ${state.padEnd(9)} ${done}/${total ?? '?'}, tries ${tries}${error ? `, ${error}` : ''}`)
}
