import type { QueryClient } from '@tanstack/react-query'
import { sessionOwner } from '../../browser/session/session'
import { parseAs } from '../../browser/storage/cache'
import { tabStore } from '../../browser/storage/stored-text'
import type { Resource } from '../../schema/language/resource'
import { isObject, isText } from '../../schema/language/shapes/shape'
import { impersonalDisplayOf } from '../../schema/text/interpolate'
import { valuesOfReferenceId } from '../data-provider/record-id'
import { recentRecordsKey } from './recent-key'

/** A record that the user has opened. */
export interface RecentRecord {
  readonly page: string
  readonly id: string
  /** The name of the record without personal data. */
  readonly code: string
}

/** The stored records, as JSON. */
export const recentRecords = tabStore(recentRecordsKey)

/** Maximum number of records that the search lists before anything is typed. */
const maxRecent = 8

/** What is stored. The owner tells whether another user has signed in in another tab. */
interface Stored {
  readonly owner: string | null
  readonly records: readonly RecentRecord[]
}

/** Returns the records that the user has opened in this tab, the latest first. */
export const recentRecordsOf = (stored: string | null): readonly RecentRecord[] => {
  const { owner, records = [] } = parseAs(stored, isStored) ?? {}
  return owner === sessionOwner() ? records : []
}

const isStored = (data: unknown): data is Stored =>
  isObject(data) && isText(data.owner) && Array.isArray(data.records) && data.records.every(isRecent)

const isRecent = (data: unknown): data is RecentRecord =>
  isObject(data) && isText(data.page) && isText(data.id) && isText(data.code)

interface OpenedRecord {
  readonly id: string
  readonly queryClient: QueryClient
  readonly signal: AbortSignal
}

/** Remembers a record as soon as its page has read it, until another page opens. */
export const rememberRecord = (resource: Resource, { id, queryClient, signal }: OpenedRecord): void => {
  // The id of a reference may contain other values than the key.
  if (valuesOfReferenceId(id)) return
  const remember = (): boolean => {
    const [record] = queryClient
      .getQueryCache()
      .findAll({ queryKey: [resource.name, 'getOne'] })
      .flatMap(({ queryKey: [, , params], state: { data } }) =>
        isObject(params) && String(params.id) === id && isObject(data) ? [data] : [],
      )
    if (!record) return false
    addRecent({ page: resource.name, id, code: impersonalDisplayOf(resource, record) })
    return true
  }
  if (remember()) return
  const unsubscribe = queryClient.getQueryCache().subscribe(({ query: { queryKey } }) => {
    if (queryKey[0] === resource.name && remember()) unsubscribe()
  })
  signal.addEventListener('abort', unsubscribe)
}

const addRecent = (record: RecentRecord): void => {
  const others = recentRecordsOf(recentRecords.get()).filter(({ page, id }) => page !== record.page || id !== record.id)
  const stored: Stored = { owner: sessionOwner(), records: [record, ...others].slice(0, maxRecent) }
  recentRecords.set(JSON.stringify(stored))
}
