import { sql } from 'kysely'
import { reasonLength } from '../../contract/access-reason'
import { Refusal } from '../../domain/refusal'
import { isBankReadingPersonalData } from '../access/fields'
import { hasRight } from '../access/operations'
import { type Call, HttpRefusal } from '../call'
import { readFields } from './fields'

/**
 * Stores in the session why a bank user looks at personal data of companies; another reason replaces it.
 * Throws a refusal (403) unless the caller may read such data on one of the pages.
 */
export const giveReason = async ({ ports, scope, schemas, body }: Call): Promise<null> => {
  const canRead = schemas.resources.some(
    (resource) => isBankReadingPersonalData({ scope }, resource) && hasRight({ scope }, resource, 'Query'),
  )
  if (!canRead || !('sessionId' in scope)) throw new HttpRefusal(403, '只有查看各公司個人資料的銀行人員需要輸入事由。')
  const { Reason } = readFields(body, reasonFields)
  const message = `事由至少 ${reasonLength.min} 個字。`
  if ([...Reason].length < reasonLength.min) throw new Refusal('2002', message, { Reason: message })
  await sql`
    update session set grants = grants || jsonb_build_object('reason', ${Reason}::text)
    where session_id = ${scope.sessionId} and kind = 'company'`.execute(ports.db)
  return null
}

const reasonFields = { Reason: { label: '事由', max: reasonLength.max } } as const
