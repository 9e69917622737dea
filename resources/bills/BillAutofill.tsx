import { Alert } from '@mui/material'
import { useRecordContext } from 'react-admin'
import { useChosenRecord, useFormContext, useNotifyFailure, useReferenceField, useWatch } from '../../src/admin'
import { call } from '../../src/browser/http/client'
import type { EndpointId } from '../../src/contract/endpoints'
import { fromListResponse, maxPageSize, toListParams } from '../../src/contract/list-query'

/**
 * Fills the form of a new bill with what depends on the term and the payer that the user chooses, except for values that
 * the schema copies. Renders nothing.
 */
export const BillAutofill = () => {
  useTermAutofill()
  usePayerAutofill()
  return null
}

/**
 * Fills the form of an existing bill as `BillAutofill` fills that of a new one.
 * Also renders a warning if slips of the bill have been printed, because a change makes these slips unusable.
 */
export const BillAutofillWithWarning = () => {
  const record = useRecordContext()
  useTermAutofill()
  usePayerAutofill()
  if (!record || !(Number(record.PrintCount) > 0)) return null
  return (
    <Alert severity="warning">
      這張帳單的繳款單已列印 {Number(record.PrintCount)}{' '}
      次。修改金額、期限、繳款人或期別後，印好的繳款單就不能再使用：請重新列印，並請繳款人改用新的繳款單。
    </Alert>
  )
}

type Values = Readonly<Record<string, unknown>>

/** Fills in the fee items of the chosen term, whose amounts are in TWD, if the bill is in TWD and has no items yet. */
const useTermAutofill = (): void => {
  const { getValues, setValue } = useFormContext()
  useOnChosen('BillTermId', async (term, applyCode) => {
    const items = await fetchItems(term, applyCode)
    // The user may have chosen another term in the meantime.
    const isStillChosen = getValues('BillTermId') === term.BillTermId
    if (isStillChosen && areItemsEmpty(getValues('FeeItems')) && getValues('CurrencyType') === 'TWD')
      setValue('FeeItems', items, asUserInput)
  })
}

/** Sets whether the bill of the chosen payer is paid by direct debit. */
const usePayerAutofill = (): void => {
  const { setValue } = useFormContext()
  useOnChosen('PayerId', ({ PayerType, DebitAuthStatus }) =>
    setValue('DebitFlag', PayerType !== 'Normal' && DebitAuthStatus === 'Authorized', asUserInput),
  )
}

const asUserInput = { shouldDirty: true, shouldValidate: true }

/** Calls `onChosen` with the record that the user chooses in a reference of the form. */
const useOnChosen = (name: string, onChosen: (chosen: Values, applyCode: string) => void | Promise<void>): void => {
  const record = useRecordContext()
  const notifyFailure = useNotifyFailure()
  const field = useReferenceField(name)
  const [code, ApplyCode]: readonly unknown[] = useWatch({ name: [name, 'ApplyCode'] })
  useChosenRecord({
    field,
    code: code ?? null,
    initialCode: record?.[name] ?? null,
    sharedValues: { ApplyCode },
    onChosen: (chosen) => void Promise.resolve(onChosen(chosen, String(ApplyCode))).catch(notifyFailure),
  })
}

const fetchList = async (
  id: EndpointId,
  filters: Readonly<Record<string, string>>,
  pageSize: number,
): Promise<readonly Values[]> =>
  fromListResponse(await call(id, { query: toListParams({ filters, page: 1, pageSize }) })).records

/** Returns whether a bill has no fee items, or only blank ones. */
const areItemsEmpty = (items: unknown): boolean =>
  !Array.isArray(items) || items.every((item: Values) => !item.FeeCode && !item.FeeName && item.Amount === null)

/** Returns the fee items of a term as those of a bill, with the names of the fees. */
const fetchItems = async ({ FeeItems }: Values, ApplyCode: string): Promise<readonly Values[]> => {
  const items = (FeeItems ?? []) as readonly { readonly FeeCode: string; readonly Amount: number }[]
  if (items.length === 0) return []
  const fees = await fetchList('fee.list', { ApplyCode }, maxPageSize)
  const names = new Map(fees.map(({ FeeCode, FeeName }) => [FeeCode, FeeName]))
  return items.map(({ FeeCode, Amount }, index) => ({
    SortNo: index + 1,
    FeeCode,
    FeeName: names.get(FeeCode) ?? null,
    Amount,
  }))
}
