import type { ExpressionBuilder } from 'kysely'
import { requestIdHours, requestId as requestIdName } from '../contract/request-id'
import { Refusal } from '../domain/refusal'
import type { RecordValues } from '../schema/language/types'
import { actorOf, companyOf } from './access/caller'
import type { Tables } from './database/tables'
import type { CreationRequest, RecordContext } from './record-context'

/** What a creation has created: the key of its record, or the response of a call that creates more than one record. */
export type CreationOutcome = { readonly key: RecordValues } | { readonly outData: unknown }

type CreationContext = Pick<RecordContext, 'db' | 'scope' | 'clock' | 'creation'>

/**
 * Creates something in a transaction, once for each RequestId: claims the RequestId before, and stores the outcome
 * afterwards.
 * A rollback releases the RequestId, and so does the outcome null, if nothing was created.
 * Waits for another creation with the same RequestId, and throws an error if that one has created something.
 */
export const createOnce = async <T>(
  context: CreationContext,
  outcomeOf: (created: T) => CreationOutcome | null,
  create: () => Promise<T>,
): Promise<T> => {
  const { creation } = context
  if (!creation) return create()
  await claim(context, creation)
  const created = await create()
  await storeOutcome(context, creation, outcomeOf(created))
  return created
}

const claim = async (context: CreationContext, { requestId, call, contentHash }: CreationRequest): Promise<void> => {
  const { db, clock } = context
  const values = { call, content_hash: contentHash, outcome: null, request_time: clock().toISOString() }
  const claimed = await db
    .insertInto('creation_request')
    .values({ ...userOf(context), request_id: requestId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['uniform_no', 'user_id', 'request_id'])
        .doUpdateSet(values)
        .where('creation_request.request_time', '<=', expiryOf(context)),
    )
    .returning('request_id')
    .executeTakeFirst()
  // `handleCreation` catches the error and reads the outcome of the other creation.
  if (!claimed) throw new Error('The RequestId was claimed by another call.')
}

const storeOutcome = async (
  context: CreationContext,
  { requestId }: CreationRequest,
  outcome: CreationOutcome | null,
): Promise<void> => {
  const { db } = context
  if (outcome)
    await db
      .updateTable('creation_request')
      .set({ outcome: JSON.stringify(outcome) })
      .where(isRequest(context, requestId))
      .execute()
  else await db.deleteFrom('creation_request').where(isRequest(context, requestId)).execute()
}

/**
 * Returns the outcome of an earlier creation with the same RequestId; undefined if there is none.
 * Throws a refusal if that creation was another call, or had another content.
 */
export const earlierOutcome = async (context: CreationContext): Promise<CreationOutcome | undefined> => {
  const { db, creation } = context
  if (!creation) return undefined
  const earlier = await db
    .selectFrom('creation_request')
    .select(['call', 'content_hash', 'outcome'])
    .where(isRequest(context, creation.requestId))
    .where('request_time', '>', expiryOf(context))
    .$narrowType<{ outcome: CreationOutcome | null }>()
    .executeTakeFirst()
  if (!earlier) return undefined
  if (earlier.call !== creation.call) throw new Refusal('2002', otherCallMessage, { [requestIdName]: otherCallMessage })
  if (earlier.content_hash !== creation.contentHash)
    throw new Refusal('2009', otherContentMessage, { [requestIdName]: otherContentMessage })
  return earlier.outcome ?? undefined
}

const otherCallMessage = '這個 RequestId 已經用於其他功能，請改用新的 RequestId。'

const otherContentMessage =
  '先前送出的內容已經儲存，這次修改的內容沒有儲存。請先查詢已儲存的資料，需要更正時直接修改該筆；要另外新增一筆時，請重新開啟這一頁。'

/** Users are identified as in the audit trail. */
const userOf = ({ scope }: CreationContext) => ({ uniform_no: companyOf(scope), user_id: actorOf(scope) })

const isRequest =
  (context: CreationContext, requestId: string) =>
  ({ and }: ExpressionBuilder<Tables, 'creation_request'>) =>
    and({ ...userOf(context), request_id: requestId })

const expiryOf = ({ clock }: CreationContext): string =>
  new Date(clock().getTime() - requestIdHours * 3_600_000).toISOString()
