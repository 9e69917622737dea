import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import { type DataProvider, type RaRecord, useDataProvider, useRecordContext, useRedirect } from 'react-admin'
import {
  detailMeta,
  listFilters,
  RowCommand,
  type ShowMenuItem,
  useAbilities,
  useSchema,
  useTask,
} from '../../src/admin'
import { maxPageSize } from '../../src/contract/list-query'
import { nextFreeTerm, type UsedByTerms } from '../../src/domain/bills/next-term'
import { nextTermInput, type TermRecord } from './term-record'

const label = '複製到下一期'

/** Returns the entry that opens the form of the next term, for the menu of the detail page of a term. */
export const useCopyTermItem = (): readonly ShowMenuItem[] => {
  const { term, isAllowed, copy } = useTermCopy()
  return term && isAllowed ? [{ label, Icon: CopyIcon, onClick: () => void copy(term.id) }] : []
}

/** Renders the button that opens the form of the next term, in the row of a term. */
export const CopyTermRowButton = () => {
  const { term, isAllowed, busy, copy } = useTermCopy()
  return term && isAllowed ? (
    <RowCommand
      text="複製"
      label={`${label} ${term.BillTermId} ${term.BillTermName}`}
      disabled={busy}
      onClick={() => void copy(term.id)}
    />
  ) : null
}

/**
 * Returns the term in the context, whether the user may copy it, and the function that opens the form of the next term.
 */
const useTermCopy = () => {
  const resource = useSchema()
  const can = useAbilities(resource)
  const dataProvider = useDataProvider()
  const redirect = useRedirect()
  const { busy, run } = useTask()
  const copy = (id: RaRecord['id']) =>
    run(async () => {
      // The term is read again, because a row of the list does not contain its fee items.
      const { data } = await dataProvider.getOne<TermRecord>(resource.name, { id, meta: detailMeta })
      const used = usedByTerms(await latestTerms(dataProvider, resource, data.ApplyCode))
      redirect('create', resource.name, undefined, undefined, copyState(resource, data, used))
    })
  return { term: useRecordContext<TermRecord>(), isAllowed: can('create') && can('show'), busy, copy }
}

/** Returns the terms of an agreement, at most the 500 with the latest deadlines. */
const latestTerms = async (
  dataProvider: DataProvider,
  resource: ReturnType<typeof useSchema>,
  ApplyCode: string,
): Promise<readonly TermRecord[]> => {
  const { data } = await dataProvider.getList<TermRecord>(resource.name, {
    pagination: { page: 1, perPage: maxPageSize },
    sort: { field: 'PaymentEndDate', order: 'DESC' },
    filter: listFilters(resource, { ApplyCode }),
  })
  return data
}

const usedByTerms = (terms: readonly TermRecord[]): UsedByTerms => ({
  ids: new Set(terms.map(({ BillTermId }) => BillTermId)),
  numbers: new Set(
    terms.flatMap(({ BillTermNo, TermStatus }) => (BillTermNo && TermStatus !== 'Closed' ? [BillTermNo] : [])),
  ),
})

/**
 * Returns the location state that fills the form of the next term with everything that users enter.
 * The status is not copied, because the new term is a draft.
 * `fieldsToChange` names the fields whose next value could not be derived, so that the form asks the user to change
 * them.
 */
const copyState = ({ fields }: ReturnType<typeof useSchema>, term: TermRecord, used: UsedByTerms) => {
  const { values, unchanged: fieldsToChange } = nextFreeTerm(nextTermInput(term), used)
  const entered = fields.flatMap(({ name, readOnly }) => (readOnly || name === 'TermStatus' ? [] : [name]))
  const copied: Readonly<Record<string, unknown>> = { ...term, ...values }
  return {
    initialValues: Object.fromEntries(
      entered.flatMap((name) => ((copied[name] ?? null) === null ? [] : [[name, copied[name]]])),
    ),
    labels: term.Labels,
    fieldsToChange,
  }
}
