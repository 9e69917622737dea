import { Alert, Button } from '@mui/material'
import { useGetList, useGetOne } from 'react-admin'
import { detailMeta, listFilters, useFormContext, useSchema, useToast, useWatch } from '../../src/admin'
import { nextTermDates } from '../../src/domain/bills/next-term'
import { nextTermInput, type TermRecord } from './term-record'

/**
 * Offers the fee items of the last term of the same category, and dates computed from the dates of that term.
 * Renders nothing if the new term has no category or already has a date.
 */
export const LastTermProposal = () => {
  const [ApplyCode, BillCategoryCode, ...dates] = useWatch({
    name: ['ApplyCode', 'BillCategoryCode', 'PaymentStartDate', 'PaymentEndDate'],
  })
  const isOffered = Boolean(ApplyCode && BillCategoryCode) && !dates.some(Boolean)
  return isOffered ? <Proposal applyCode={String(ApplyCode)} category={String(BillCategoryCode)} /> : null
}

const Proposal = ({ applyCode, category }: { applyCode: string; category: string }) => {
  const lastTerm = useLastTerm(applyCode, category)
  const { setValue, setFocus } = useFormContext()
  const toast = useToast()
  if (!lastTerm) return null
  const fillForm = () => {
    const { FeeItems } = lastTerm
    for (const [name, value] of Object.entries({
      ...nextTermDates(nextTermInput(lastTerm)),
      ...(FeeItems ? { FeeItems } : {}),
    })) {
      if (value !== null) setValue(name, value, { shouldDirty: true, shouldValidate: true })
    }
    toast('已帶入日期與金額，請確認後再儲存。')
    // The button that has the focus disappears together with the proposal.
    setFocus('PaymentStartDate')
  }
  return (
    <Alert
      severity="info"
      sx={{
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        '& .MuiAlert-message': { flex: 1 },
        '& .MuiAlert-action': { p: 0, flexShrink: 0, alignItems: 'center' },
      }}
      action={
        <Button color="inherit" onClick={fillForm}>
          帶入日期與金額
        </Button>
      }
    >
      這個代收類別的上一期是「{lastTerm.BillTermId} {lastTerm.BillTermName}
      」，可帶入它的繳費項目，以及往後推算的繳款日期。
    </Alert>
  )
}

/** Returns the term with the latest deadline in a category; undefined if the category has none. */
const useLastTerm = (ApplyCode: string, BillCategoryCode: string): TermRecord | undefined => {
  const resource = useSchema()
  const { data: terms = [] } = useGetList<TermRecord>(
    resource.name,
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'PaymentEndDate', order: 'DESC' },
      filter: listFilters(resource, { ApplyCode, BillCategoryCode }),
    },
    // Without the proposal, users enter the dates themselves.
    { onError: () => {} },
  )
  const id = terms[0]?.id
  const { data } = useGetOne<TermRecord>(
    resource.name,
    { id, meta: detailMeta },
    { enabled: id !== undefined, onError: () => {} },
  )
  return id === undefined ? undefined : data
}
