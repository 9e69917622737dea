import type { MessageChannel } from '../../../contract/message-channels'
import { otpLimits } from '../../../contract/one-time-password'
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
  readonly channel: MessageChannel
}

/** A step that waits for its code, with what checking the code needs. */
export interface OpenStep extends Step {
  readonly code_hash: string
  readonly tries: number
}

/** A step that begins. A resend replaces the step that it names; a new request ends nobody's, for anybody may ask. */
interface NewStep {
  readonly step: Step
  /** Empty where no code was sent for the step: nothing opens it. */
  readonly codeHash: string
  /** When the code was sent, or would have been. */
  readonly sentAt: Date
  readonly resent: string | null
}

/** The code that was sent at that moment in this flow of the account, as long as nobody has used it; empty when there is none. */
export const findSentCode = async ({ db }: Ports, { flow, uniform_no, typed_user_id }: Step, sentAt: Date): Promise<string> => {
  const sent = await db
    .selectFrom('one_time_password')
    .select('code_hash')
    .where('flow', '=', flow)
    .where('uniform_no', '=', uniform_no)
    .where('typed_user_id', '=', typed_user_id)
    .where('stage', '=', 'verify')
    .where('sent_at', '=', iso(sentAt))
    .where('code_hash', '<>', '')
    .limit(1)
    .executeTakeFirst()
  return sent?.code_hash ?? ''
}

/** Begins a step and returns its name. */
export const startStep = async (ports: Ports, { step, codeHash, sentAt, resent }: NewStep): Promise<string> => {
  const identifyCode = randomId()
  const key = await keyOf(ports, identifyCode)
  const replaced = resent === null ? '' : await keyOf(ports, resent)
  const now = ports.clock()
  await ports.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('one_time_password')
      .where((eb) => eb.or([eb.and({ step_key: replaced, stage: 'verify' }), eb('expires_at', '<', iso(now))]))
      .execute()
    await trx
      .insertInto('one_time_password')
      .values({
        step_key: key,
        flow: step.flow,
        uniform_no: step.uniform_no,
        typed_user_id: step.typed_user_id,
        user_id: step.user_id,
        channel: step.channel,
        stage: 'verify',
        code_hash: codeHash,
        code_expires_at: iso(sentAt, otpLimits.codeSeconds),
        sent_at: iso(sentAt),
        expires_at: iso(now, otpLimits.stepSeconds),
      })
      .execute()
  })
  return identifyCode
}

/** The step of this flow that waits for a code, with the moment the last one was sent. */
export const findStep = async (ports: Ports, flow: Flow, identifyCode: string): Promise<(Step & { readonly sent_at: string }) | undefined> => {
  return ports.db
    .selectFrom('one_time_password')
    .select([...stepColumns, 'sent_at'])
    .where('step_key', '=', await keyOf(ports, identifyCode))
    .where('flow', '=', flow)
    .where('stage', '=', 'verify')
    .where('expires_at', '>', iso(ports.clock()))
    .$narrowType<Pick<Step, 'flow' | 'channel'>>()
    .executeTakeFirst()
}

const stepColumns = ['flow', 'uniform_no', 'typed_user_id', 'user_id', 'channel'] as const

/** Takes one of the tries before the code is compared, so that parallel guesses cannot share one; undefined where no try is left. */
export const takeOtpTry = async (ports: Ports, identifyCode: string): Promise<OpenStep | undefined> => {
  const now = iso(ports.clock())
  return ports.db
    .updateTable('one_time_password')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('step_key', '=', await keyOf(ports, identifyCode))
    .where('stage', '=', 'verify')
    .where('tries', '<', otpLimits.tries)
    .where('code_expires_at', '>', now)
    .where('expires_at', '>', now)
    .returning([...stepColumns, 'code_hash', 'tries'])
    .$narrowType<Pick<Step, 'flow' | 'channel'>>()
    .executeTakeFirst()
}

/** Turns a step whose code was right into one that waits for the new password, under a new name; undefined where another call was first, with this step or another of the code. */
export const passStep = async (ports: Ports, identifyCode: string, codeHash: string): Promise<string | undefined> => {
  const next = randomId()
  const [key, nextKey] = [await keyOf(ports, identifyCode), await keyOf(ports, next)]
  return ports.db.transaction().execute(async (trx) => {
    // In one order, so that two calls with one code wait for each other instead of standing in each other's way.
    const steps = trx.selectFrom('one_time_password').select('step_key').where('code_hash', '=', codeHash).where('stage', '=', 'verify')
    await steps.orderBy('step_key').forUpdate().execute()
    const { numUpdatedRows } = await trx
      .updateTable('one_time_password')
      .set({ step_key: nextKey, stage: 'reset', code_hash: '', expires_at: iso(ports.clock(), otpLimits.stepSeconds) })
      .where('step_key', '=', key)
      .where('stage', '=', 'verify')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return undefined
    await trx.deleteFrom('one_time_password').where('code_hash', '=', codeHash).where('stage', '=', 'verify').execute()
    return next
  })
}

/** The step that waits for a new password. */
export const findPassedStep = async (ports: Ports, identifyCode: string): Promise<Step | undefined> => {
  return ports.db
    .selectFrom('one_time_password')
    .select(stepColumns)
    .where('step_key', '=', await keyOf(ports, identifyCode))
    .where('stage', '=', 'reset')
    .where('expires_at', '>', iso(ports.clock()))
    .$narrowType<Pick<Step, 'flow' | 'channel'>>()
    .executeTakeFirst()
}

/** Uses the step up in the transaction of the new password, and with it every other of its user; false where another call was first. */
export const endStep = async (ports: Ports, trx: Db, identifyCode: string): Promise<boolean> => {
  const ended = await trx
    .deleteFrom('one_time_password')
    .where('step_key', '=', await keyOf(ports, identifyCode))
    .where('stage', '=', 'reset')
    .returning('user_id')
    .executeTakeFirst()
  if (ended !== undefined) await trx.deleteFrom('one_time_password').where('user_id', '=', ended.user_id).execute()
  return ended !== undefined
}

// A reader of the database must not be able to continue a step.
const keyOf = ({ settings }: Ports, identifyCode: string): Promise<string> => macHexOf(settings.secret, 'step name', identifyCode)

const iso = (at: Date, seconds = 0): string => new Date(at.getTime() + seconds * 1000).toISOString()
