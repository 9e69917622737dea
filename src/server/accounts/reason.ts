import { sql } from 'kysely'
import { reasonLength } from '../../contract/access-reason'
import { Refusal } from '../../domain/refusal'
import type { Call } from '../call'
import { readFields } from './fields'

/** Stores in the session why a bank user looks at personal data of companies; another reason replaces it. */
export const giveReason = async ({ ports, scope, body }: Call): Promise<null> => {
  if (scope.kind !== 'bank') throw new Error('The rights of the call admit only users of the bank.')
  const { Reason } = readFields(body, reasonFields)
  const message = `事由至少 ${reasonLength.min} 個字。`
  if ([...Reason].length < reasonLength.min) throw new Refusal('2002', message, { Reason: message })
  await sql`
    update session set grants = grants || jsonb_build_object('reason', ${Reason}::text)
    where session_id = ${scope.sessionId} and kind = 'company'`.execute(ports.db)
  return null
}

const reasonFields = { Reason: { label: '事由', max: reasonLength.max } } as const
