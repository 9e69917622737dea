import { sql } from 'kysely'
import {
  type FieldChange,
  type HistoryItem,
  historyPageSize,
  maxHistory,
  type RecordHistory,
} from '../../contract/envelope'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import type { Field, RecordValues } from '../../schema/language/types'
import { standardNames } from '../../schema/load/standard-fields'
import { isEmpty } from '../../schema/rules/condition'
import { valueText } from '../../schema/text/value-text'
import { companyOf } from '../access/caller'
import { canSeeUnmasked, isBankReadingPersonalData, recordViewFor } from '../access/fields'
import { requireReason } from '../access/reason'
import type { Call } from '../call'
import { auditRecord } from '../context'
import { toTaipei } from '../database/times'
import { readPageSize } from '../query-values'
import type { RecordContext, RecordEvent, RecordKey } from '../record-context'
import { findRecord } from './get'

/**
 * Returns what was done with a record and what happened to it, newest first.
 * The caller sees the values of fields as on the detail page.
 * Like reading the record, showing personal data is audited.
 */
export const readHistory = async (
  context: RecordContext,
  resource: Resource,
  { key, query }: { readonly key: RecordKey; readonly query: Call['query'] },
): Promise<RecordHistory> => {
  requireReason(context, resource)
  const size = readPageSize(query, { standard: historyPageSize, max: maxHistory })
  const record = await findRecord(context, resource, key)
  const { history } = context.modules.get(resource.of ?? resource.name)
  const lines = await readLines(context, resource, { record, omitted: history?.insteadOf ?? [], limit: size + 1 })
  const events = (await history?.read(context, record)) ?? []
  const items = [...lines.map(lineItem(context, resource)), ...events.map(eventItem)].toSorted(
    (left, right) => Date.parse(right.Time) - Date.parse(left.Time),
  )
  const shown = items.slice(0, size)
  if (showsPersonalData(context, resource, shown)) await auditRecord(context, resource, { action: 'View', key: record })
  return { Items: shown, HasMore: items.length > size }
}

interface Line {
  readonly at: string
  readonly user: string
  readonly company: string
  readonly action: string
  readonly before: RecordValues | null
  readonly after: RecordValues | null
}

/** Read accesses, which the audit trail contains, too, but a history does not. */
const readActions = ['View', 'Query', 'Export']

/** Returns the audit lines of a record, also those of the views of its table, newest first. */
const readLines = async (
  { db, schemas }: RecordContext,
  resource: Resource,
  {
    record,
    omitted,
    limit,
  }: { readonly record: RecordValues; readonly omitted: readonly string[]; readonly limit: number },
): Promise<readonly Line[]> => {
  const names = schemas.resources.filter(({ table }) => table === resource.table).map(({ name }) => name)
  const key = resource.key.map((name) => record[name]).join('~')
  const { rows } = await sql<Line>`
    select at, user_id as "user", uniform_no as company, action, before, after
    from audit_log
    where resource in (${sql.join(names)}) and record_key = ${key}
      and action not in (${sql.join([...readActions, ...omitted])})
    order by at desc, id desc
    limit ${limit}`.execute(db)
  return rows
}

const lineItem =
  (context: RecordContext, resource: Resource) =>
  ({ at, user, company, action, before, after }: Line): HistoryItem => ({
    Time: toTaipei(at),
    User: userText(context, { user, company }),
    Title: actionText(context, resource, action),
    Text: '',
    Changes: before && after ? changesOf(context, resource, before, after) : [],
  })

const eventItem = ({ time, user = '', title, text = '' }: RecordEvent): HistoryItem => ({
  Time: time,
  User: user,
  Title: title,
  Text: text,
  Changes: [],
})

/** Returns who has done it. A company does not see the ids of the bank's users. */
const userText = (context: RecordContext, { user, company }: Pick<Line, 'user' | 'company'>): string => {
  const known = actors[user]
  if (known !== undefined) return known
  return context.scope.kind === 'bank' || company === companyOf(context.scope) ? user : '銀行'
}

const actors: Readonly<Record<string, string>> = { payer: '繳款人', nobody: '系統', system: '系統', '': '系統' }

/** Returns an action in words: the label of the button that starts it, if there is one. */
const actionText = ({ schemas }: RecordContext, { table }: Resource, action: string): string => {
  const buttons = schemas.resources.filter((other) => other.table === table).flatMap(({ actions }) => actions)
  const button = buttons.find(({ name, call }) => name === action || call?.split('.')[1] === action)
  return button?.label ?? actionTexts[action] ?? '異動'
}

const actionTexts: Readonly<Record<string, string>> = {
  Create: '新增',
  Update: '修改',
  Delete: '刪除',
  Import: '匯入',
  Correct: '更正',
  Disable: '停用',
  Enable: '啟用',
  Cancel: '取消',
  Release: '放行',
  Refuse: '退回',
  Withdraw: '撤回',
  Undo: '取消處理',
  MakePDF: '批次產製繳款單',
  DownloadPDF: '下載',
  DownloadFile: '下載',
  DownloadReport: '下載',
  DownloadReceipt: '下載收據',
  RotatePushSecret: '更換推播密鑰',
  EndFormerPushSecret: '停用舊推播密鑰',
}

const changesOf = (
  context: RecordContext,
  resource: Resource,
  before: RecordValues,
  after: RecordValues,
): readonly FieldChange[] => {
  const view = recordViewFor(context, resource, 'get')
  // A line may contain only some of the fields, so the id numbers that decide about masks may be in either part.
  const [row, changed] = [{ ...before, ...after }, resource.fields.filter((field) => isChanged(field, before, after))]
  const [shownBefore, shownAfter] = [view(before, { ...row, ...before }), view(after, row)]
  return changed.flatMap((field) =>
    field.name in shownAfter || field.name in shownBefore
      ? [
          {
            Field: field.name,
            Label: field.label,
            Before: textOf(field, shownBefore),
            After: textOf(field, shownAfter),
          },
        ]
      : [],
  )
}

const isChanged = ({ name, virtual, type }: Field, before: RecordValues, after: RecordValues): boolean =>
  !virtual &&
  type !== 'count' &&
  !standardNames.includes(name) &&
  name in before &&
  name in after &&
  !(isEmpty(before[name]) && isEmpty(after[name])) &&
  JSON.stringify(before[name]) !== JSON.stringify(after[name])

// The values of other types are too long for a line.
const textOf = (field: Field, record: RecordValues): string => {
  const value = record[field.name]
  const isLong = isObject(value) || (Array.isArray(value) && value.some(isObject))
  return isLong || field.type === 'json' ? '' : valueText(field, record)
}

const showsPersonalData = (context: RecordContext, resource: Resource, items: readonly HistoryItem[]): boolean => {
  const personal = resource.fields.filter(
    (field) => field.personal ?? (field.type === 'rows' && field.fields.some((item) => item.personal)),
  )
  return (
    (canSeeUnmasked(context, resource, 'get') || isBankReadingPersonalData(context, resource)) &&
    items.some(({ Changes }) => Changes.some((change) => personal.some(({ name }) => name === change.Field)))
  )
}
