import { otpLimits } from '../../../contract/one-time-password'
import type { OtpChannel } from '../../../domain/message-channels'
import type { Db, Ports } from '../../ports'
import { macHexOf, randomId } from '../../security/keys'

/**
 * The two flows with a one-time password, under the names of their calls in the specification: first use of an account,
 * and forgotten password.
 */
export type PasswordFlow = 'EnabledUnformNo' | 'ForgetMima'

/**
 * A step of a flow, from the request for a code until the new password is set.
 * `user_id` is null if the entered user does not exist or may not use the flow: the caller can neither distinguish such
 * a step from others nor complete it.
 */
export interface Step {
  readonly flow: PasswordFlow
  readonly uniform_no: string
  readonly typed_user_id: string
  readonly user_id: number | null
  readonly channel: OtpChannel
}

/** A step that waits for its code, with the data for checking the code. */
export interface StepWithCode extends Step {
  readonly code_hash: string
  readonly tries: number
}

/**
 * A new step.
 * A request to resend the code replaces the step of its IdentifyCode.
 * A first request deletes no other step, because anybody can send a first request.
 */
interface NewStep {
  readonly step: Step
  /** Empty if no code was sent: the step then accepts none. */
  readonly codeHash: string
  /** When the code was sent, or would have been. */
  readonly sentAt: Date
  /** IdentifyCode of the step that a request to resend the code replaces; null for a first request. */
  readonly replacedIdentifyCode: string | null
}

/**
 * Returns the hash of the code that was sent at that time in this flow of the account and is still unused; empty if
 * there is none.
 */
export const findSentCodeHash = async (
  { db }: Ports,
  { flow, uniform_no, typed_user_id }: Step,
  sentAt: Date,
): Promise<string> => {
  const sent = await db
    .selectFrom('one_time_password')
    .select('code_hash')
    .where('flow', '=', flow)
    .where('uniform_no', '=', uniform_no)
    .where('typed_user_id', '=', typed_user_id)
    .where('stage', '=', 'verify')
    .where('sent_at', '=', isoTime(sentAt))
    .where('code_hash', '<>', '')
    .limit(1)
    .executeTakeFirst()
  return sent?.code_hash ?? ''
}

/** Starts a step, deletes the step that it replaces and all expired ones, and returns the new IdentifyCode. */
export const startStep = async (
  ports: Ports,
  { step, codeHash, sentAt, replacedIdentifyCode }: NewStep,
): Promise<string> => {
  const identifyCode = randomId()
  const key = await stepKeyOf(ports, identifyCode)
  const replacedKey = replacedIdentifyCode === null ? '' : await stepKeyOf(ports, replacedIdentifyCode)
  const now = ports.clock()
  await ports.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('one_time_password')
      .where((eb) => eb.or([eb.and({ step_key: replacedKey, stage: 'verify' }), eb('expires_at', '<', isoTime(now))]))
      .execute()
    await trx
      .insertInto('one_time_password')
      .values({
        step_key: key,
        ...step,
        stage: 'verify',
        code_hash: codeHash,
        code_expires_at: isoTime(sentAt, otpLimits.codeSeconds),
        sent_at: isoTime(sentAt),
        expires_at: isoTime(now, otpLimits.stepSeconds),
      })
      .execute()
  })
  return identifyCode
}

/**
 * Returns the step that waits for its code (`verify`) or for a new password (`reset`), with the time when the last code
 * was sent.
 */
export const findStep = async (
  ports: Ports,
  stage: 'verify' | 'reset',
  identifyCode: string,
): Promise<(Step & { readonly sent_at: string }) | undefined> => {
  return ports.db
    .selectFrom('one_time_password')
    .select([...stepColumns, 'sent_at'])
    .where('step_key', '=', await stepKeyOf(ports, identifyCode))
    .where('stage', '=', stage)
    .where('expires_at', '>', isoTime(ports.clock()))
    .$narrowType<Pick<Step, 'flow' | 'channel'>>()
    .executeTakeFirst()
}

const stepColumns = ['flow', 'uniform_no', 'typed_user_id', 'user_id', 'channel'] as const

/**
 * Uses up one of the step's attempts before the code is compared, so that parallel guesses cannot share an attempt, and
 * returns the step; undefined if no attempt is left.
 */
export const consumeOtpAttempt = async (ports: Ports, identifyCode: string): Promise<StepWithCode | undefined> => {
  const now = isoTime(ports.clock())
  return ports.db
    .updateTable('one_time_password')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('step_key', '=', await stepKeyOf(ports, identifyCode))
    .where('stage', '=', 'verify')
    .where('tries', '<', otpLimits.tries)
    .where('code_expires_at', '>', now)
    .where('expires_at', '>', now)
    .returning([...stepColumns, 'code_hash', 'tries'])
    .$narrowType<Pick<Step, 'flow' | 'channel'>>()
    .executeTakeFirst()
}

/**
 * Advances a step after a correct code; it then waits for the new password.
 * Returns its new IdentifyCode, or undefined if another call has already used the step or its code.
 */
export const advanceStep = async (
  ports: Ports,
  identifyCode: string,
  codeHash: string,
): Promise<string | undefined> => {
  const newIdentifyCode = randomId()
  const [key, newKey] = [await stepKeyOf(ports, identifyCode), await stepKeyOf(ports, newIdentifyCode)]
  return ports.db.transaction().execute(async (trx) => {
    // Several steps can share a code.
    // They are locked in the order of their keys, so that two calls with the same code do not deadlock.
    const steps = trx
      .selectFrom('one_time_password')
      .select('step_key')
      .where('code_hash', '=', codeHash)
      .where('stage', '=', 'verify')
    await steps.orderBy('step_key').forUpdate().execute()
    const { numUpdatedRows } = await trx
      .updateTable('one_time_password')
      .set({
        step_key: newKey,
        stage: 'reset',
        code_hash: '',
        expires_at: isoTime(ports.clock(), otpLimits.stepSeconds),
      })
      .where('step_key', '=', key)
      .where('stage', '=', 'verify')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return undefined
    await trx.deleteFrom('one_time_password').where('code_hash', '=', codeHash).where('stage', '=', 'verify').execute()
    return newIdentifyCode
  })
}

/**
 * Deletes the step and every other step of its user, in the transaction that sets the new password; returns false if
 * another call has already used the step.
 */
export const endStep = async (ports: Ports, trx: Db, identifyCode: string): Promise<boolean> => {
  const deleted = await trx
    .deleteFrom('one_time_password')
    .where('step_key', '=', await stepKeyOf(ports, identifyCode))
    .where('stage', '=', 'reset')
    .returning('user_id')
    .executeTakeFirst()
  if (deleted !== undefined) await trx.deleteFrom('one_time_password').where('user_id', '=', deleted.user_id).execute()
  return deleted !== undefined
}

// The database stores only a digest of the IdentifyCode, so that people who can read the database cannot continue a
// step.
const stepKeyOf = ({ settings }: Ports, identifyCode: string): Promise<string> =>
  macHexOf(settings.secret, 'step name', identifyCode)

const isoTime = (at: Date, seconds = 0): string => new Date(at.getTime() + seconds * 1000).toISOString()
