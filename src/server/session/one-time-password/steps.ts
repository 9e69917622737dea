import { sql } from 'kysely'
import { type OtpChannel, otpLimits } from '../../../contract/one-time-password'
import type { Db, Ports } from '../../ports'
import { macHexOf, randomId } from '../keys'

/** The two flows that a one-time password opens. */
export type Flow = 'EnabledUnformNo' | 'ForgetMima'

/** A step under way. `user_id` is null where the typed user does not exist or has no business in the flow: such a step looks like any other and leads nowhere. */
export interface Step {
  readonly flow: Flow
  readonly uniform_no: string
  readonly typed_user_id: string
  readonly user_id: number | null
  readonly channel: OtpChannel
}

/** A step that waits for its code, with what judging it needs. */
export interface OpenStep extends Step {
  readonly code_hash: string
  readonly tries: number
}

/** A step that begins. A resend takes the place of the step that it names; a new request ends nobody's, for anybody may ask. */
export interface Beginning {
  readonly step: Step
  readonly codeHash: string
  readonly resent: string | null
}

/** Begins a step that waits for the code with this hash; answers its name. */
export const beginStep = (ports: Ports, beginning: Beginning): Promise<string> => {
  const now = ports.clock()
  return insertStep(ports, beginning, { code_hash: beginning.codeHash, code_expires_at: iso(now, otpLimits.codeSeconds), sent_at: iso(now) })
}

/**
 * Begins a step that waits for the code sent last in this flow of the account. Each step has tries of its own, so that nobody uses up another's;
 * therefore few share a code, and those beyond wait for one that was never sent.
 */
export const joinStep = async (ports: Ports, beginning: Beginning): Promise<string> => {
  const { flow, uniform_no, typed_user_id } = beginning.step
  const { rows } = await sql<SentCode & { steps: number }>`
    select code_hash, code_expires_at, sent_at, count(*)::int as steps
    from one_time_password
    where flow = ${flow} and uniform_no = ${uniform_no} and typed_user_id = ${typed_user_id} and stage = 'verify'
    group by code_hash, code_expires_at, sent_at
    order by sent_at desc, steps desc
    limit 1`.execute(ports.db)
  const sent = rows[0]
  return sent !== undefined && sent.steps < stepsPerCode ? insertStep(ports, beginning, sent) : beginStep(ports, beginning)
}

const stepsPerCode = 3

type SentCode = Readonly<Record<'code_hash' | 'code_expires_at' | 'sent_at', string>>

const insertStep = async (ports: Ports, { step, resent }: Beginning, sent: SentCode): Promise<string> => {
  const identifyCode = randomId()
  const key = await keyOf(ports, identifyCode)
  const replaced = resent === null ? '' : await keyOf(ports, resent)
  const now = ports.clock()
  await ports.db.transaction().execute(async (trx) => {
    await sql`delete from one_time_password where (step_key = ${replaced} and stage = 'verify') or expires_at < ${iso(now)}::timestamptz`.execute(trx)
    await sql`
      insert into one_time_password (
        step_key, flow, stage, uniform_no, typed_user_id, user_id, channel, code_hash, code_expires_at, sent_at, expires_at
      ) values (
        ${key}, ${step.flow}, 'verify', ${step.uniform_no}, ${step.typed_user_id}, ${step.user_id}, ${step.channel}, ${sent.code_hash},
        ${sent.code_expires_at}::timestamptz, ${sent.sent_at}::timestamptz, ${iso(now, otpLimits.stepSeconds)}::timestamptz
      )`.execute(trx)
  })
  return identifyCode
}

/** The step of this flow that waits for a code, with the moment the last one was sent. */
export const findStep = async (ports: Ports, flow: Flow, identifyCode: string): Promise<(Step & { readonly sent_at: string }) | undefined> => {
  const { rows } = await sql<Step & { sent_at: string }>`
    select flow, uniform_no, typed_user_id, user_id, channel, sent_at
    from one_time_password
    where step_key = ${await keyOf(ports, identifyCode)} and flow = ${flow} and stage = 'verify' and expires_at > ${iso(ports.clock())}::timestamptz`.execute(
    ports.db,
  )
  return rows[0]
}

/** Takes one of the tries before the code is looked at, so that parallel guesses cannot share one; undefined where no try is left. */
export const takeOtpTry = async (ports: Ports, identifyCode: string): Promise<OpenStep | undefined> => {
  const now = iso(ports.clock())
  const { rows } = await sql<OpenStep>`
    update one_time_password set tries = tries + 1
    where step_key = ${await keyOf(ports, identifyCode)} and stage = 'verify' and tries < ${otpLimits.tries}
      and code_expires_at > ${now}::timestamptz and expires_at > ${now}::timestamptz
    returning flow, uniform_no, typed_user_id, user_id, channel, code_hash, tries`.execute(ports.db)
  return rows[0]
}

/** Turns a step whose code was right into one that waits for the new password, under a new name; undefined where another call was first, with this step or another of the code. */
export const passStep = async (ports: Ports, identifyCode: string, codeHash: string): Promise<string | undefined> => {
  const next = randomId()
  const [key, nextKey] = [await keyOf(ports, identifyCode), await keyOf(ports, next)]
  return ports.db.transaction().execute(async (trx) => {
    // In one order, so that two calls with one code wait for each other instead of standing in each other's way.
    await sql`select 1 from one_time_password where code_hash = ${codeHash} and stage = 'verify' order by step_key for update`.execute(trx)
    const { rows } = await sql`
      update one_time_password
      set step_key = ${nextKey}, stage = 'reset', code_hash = '', expires_at = ${iso(ports.clock(), otpLimits.stepSeconds)}::timestamptz
      where step_key = ${key} and stage = 'verify'
      returning step_key`.execute(trx)
    if (rows.length === 0) return undefined
    await sql`delete from one_time_password where code_hash = ${codeHash} and stage = 'verify'`.execute(trx)
    return next
  })
}

/** The step that waits for a new password. */
export const findPassedStep = async (ports: Ports, identifyCode: string): Promise<Step | undefined> => {
  const { rows } = await sql<Step>`
    select flow, uniform_no, typed_user_id, user_id, channel
    from one_time_password
    where step_key = ${await keyOf(ports, identifyCode)} and stage = 'reset' and expires_at > ${iso(ports.clock())}::timestamptz`.execute(ports.db)
  return rows[0]
}

/** Uses the step up in the transaction of the new password, and with it every other of its user; false where another call was first. */
export const endStep = async (ports: Ports, trx: Db, identifyCode: string): Promise<boolean> => {
  const { rows } = await sql<{ user_id: number }>`
    delete from one_time_password where step_key = ${await keyOf(ports, identifyCode)} and stage = 'reset' returning user_id`.execute(trx)
  const ended = rows[0]
  if (ended !== undefined) await sql`delete from one_time_password where user_id = ${ended.user_id}`.execute(trx)
  return ended !== undefined
}

// Whoever reads the database must not be able to walk on from a step.
const keyOf = ({ settings }: Ports, identifyCode: string): Promise<string> => macHexOf(settings.secret, 'step name', identifyCode)

const iso = (at: Date, seconds = 0): string => new Date(at.getTime() + seconds * 1000).toISOString()
