import { useCreatePath } from 'react-admin'
import { moneyText } from '../../browser/format'
import { useStore } from '../../browser/storage/store'
import type { FoundGroup, FoundRecord, SearchResult } from '../../contract/call-responses'
import type { RoleView } from '../../schema/language/resource'
import { fieldNamed } from '../../schema/language/types'
import { recordId } from '../data-provider/record-id'
import { listLink } from '../hooks/link-state'
import { useMenu } from '../layout/use-menu'
import { useAbilitiesOfPages, usePortal } from '../portal'
import { recentRecords, recentRecordsOf } from './recent-records'

/** Something that the search has found and opens. */
export interface SearchOption {
  readonly id: string
  readonly to: string
  /** The state of the navigation, which may contain personal data. */
  readonly state?: unknown
  readonly text: string
  readonly note?: string
  readonly chip?: FoundRecord['State']
  readonly amount?: string
  /** The option is no record but leads to all of them. */
  readonly isAll?: true
}

/** Options under a heading. */
export interface OptionGroup {
  readonly label: string
  readonly options: readonly SearchOption[]
}

/** Returns the pages and records for a text; without a text, the records that were opened last. */
export const useOptions = (keyword: string, result: SearchResult | undefined): readonly OptionGroup[] => {
  const pages = usePages()
  const recent = useRecentOptions()
  const optionsOf = useRecordOptions(keyword)
  const groups =
    keyword === ''
      ? [{ label: '最近開啟', options: recent }]
      : [{ label: '頁面', options: matching(pages, keyword) }, ...(result?.Groups ?? []).map(optionsOf)]
  return groups.filter(({ options }) => options.length > 0)
}

interface PageOption extends SearchOption {
  readonly note: string
}

const usePages = (): readonly PageOption[] => {
  const { groups } = useMenu()
  return [
    { id: 'page-home', to: '/admin', text: '首頁', note: '' },
    ...groups.flatMap(({ group, pages }) =>
      pages.map(({ entry }) => ({
        id: `page-${entry.MenuId}`,
        to: entry.Path,
        text: entry.MenuName,
        note: group.MenuName,
      })),
    ),
  ]
}

/** Maximum number of pages in the result. */
const maxPages = 6

/** Returns the pages whose name or group contains the text; those whose name begins with it first. */
const matching = (pages: readonly PageOption[], keyword: string): readonly PageOption[] => {
  const wanted = keyword.toLowerCase()
  const rankOf = ({ text, note }: PageOption): number => {
    const place = text.toLowerCase().indexOf(wanted)
    if (place >= 0) return Math.min(place, 1)
    return note.toLowerCase().includes(wanted) ? 2 : 3
  }
  return pages
    .filter((page) => rankOf(page) < 3)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, maxPages)
}

const useRecentOptions = (): readonly SearchOption[] => {
  const stored = useStore(recentRecords)
  const { schemas } = usePortal()
  const createPath = useCreatePath()
  const can = useAbilitiesOfPages()
  return recentRecordsOf(stored).flatMap(({ page, id, code }) => {
    if (!schemas.has(page) || !can(schemas.get(page), 'show')) return []
    const { label, noun } = schemas.get(page)
    return [
      {
        id: `recent-${page}-${id}`,
        to: createPath({ resource: page, id, type: 'show' }),
        text: code || `${noun} ${id}`,
        note: label,
      },
    ]
  })
}

/** Returns the function that turns found records into options, with a link to all of them if there are more. */
const useRecordOptions = (keyword: string): ((group: FoundGroup) => OptionGroup) => {
  const { schemas } = usePortal()
  const createPath = useCreatePath()
  const can = useAbilitiesOfPages()
  return ({ Page, Records, FoundBy, HasMore }) => {
    if (!schemas.has(Page)) return { label: Page, options: [] }
    const resource = schemas.get(Page)
    const lists = FoundBy.flatMap((name) => listOption(resource, name, keyword, FoundBy.length > 1))
    const records = Records.map((record): SearchOption => {
      const id = recordId(resource, record.Key)
      const page = can(resource, 'show')
        ? { to: createPath({ resource: Page, id, type: 'show' }) }
        : (lists[0] ?? { to: createPath({ resource: Page, type: 'list' }) })
      return {
        to: page.to,
        ...('state' in page ? { state: page.state } : {}),
        id: `record-${Page}-${id}`,
        text: record.Title,
        note: record.Note,
        chip: record.State,
        ...(record.Amount ? { amount: moneyText(record.Amount.Amount, record.Amount.CurrencyType) } : {}),
      }
    })
    return { label: resource.label, options: [...records, ...(HasMore ? lists : [])] }
  }
}

/** Returns the link to the list of all records that a filter finds; personal data are in its state, not in its address. */
const listOption = (
  resource: RoleView,
  filter: string,
  keyword: string,
  isOneOfSeveral: boolean,
): readonly SearchOption[] => {
  const link = listLink(resource, `/admin/${resource.name}`, { [filter]: keyword })
  const label = fieldNamed(resource.fields, filter)?.label ?? filter
  return link
    ? [
        {
          ...link,
          isAll: true,
          id: `all-${resource.name}-${filter}`,
          text: `顯示全部${isOneOfSeveral ? `（依${label}）` : ''}`,
        },
      ]
    : []
}
