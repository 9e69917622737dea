import { Alert } from '@mui/material'
import { useEffect, useRef } from 'react'
import { useRecordContext } from 'react-admin'
import { useFormContext, useNotifyFailure, useWatch } from '../../src/admin'
import { call } from '../../src/browser/http/client'
import type { EndpointId } from '../../src/contract/endpoints'
import { fromListResponse, maxPageSize, toListParams } from '../../src/contract/list-query'

/** Fills the form of a new bill with values of the term and the payer that the user selects. Renders nothing. */
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

/**
 * Fills in the category and the dates of the term that the user selects.
 * Also fills in the fee items of the term, whose amounts are in TWD, if the bill is in TWD and has no items yet.
 */
const useTermAutofill = (): void => {
  const { getValues, setValue } = useFormContext()
  useAutofillOnSelection('BillTermId', {
    fetchSelected: async (code, ApplyCode) => {
      const term = await fetchRecord('BillTerm', { ApplyCode, BillTermId: code })
      return term && { term, items: await fetchItems(term, ApplyCode) }
    },
    fillForm: ({ term, items }) => {
      for (const name of ['BillCategoryCode', 'PaymentStartDate', 'PaymentEndDate', 'MarketEndDate'])
        setValue(name, term[name] ?? null, asUserInput)
      if (areItemsEmpty(getValues('FeeItems')) && getValues('CurrencyType') === 'TWD')
        setValue('FeeItems', items, asUserInput)
    },
  })
}

/** Fills in the data of the payer that the user selects, and sets whether the bill is paid by direct debit. */
const usePayerAutofill = (): void => {
  const { setValue } = useFormContext()
  useAutofillOnSelection('PayerId', {
    fetchSelected: (code, ApplyCode) => fetchRecord('Payer', { ApplyCode, PayerId: code }),
    fillForm: (payer) => {
      for (const name of payerFields) setValue(name, payer[name] ?? null, asUserInput)
      setValue('DebitFlag', payer.PayerType !== 'Normal' && payer.DebitAuthStatus === 'Authorized', asUserInput)
    },
  })
}

const payerFields = ['PayerUnitId', 'PayerNo', 'PayerName', 'IdNo', 'Mobile', 'Email', 'ZipCode', 'Address']

const asUserInput = { shouldDirty: true, shouldValidate: true }

interface SelectionActions<T> {
  readonly fetchSelected: (code: string, applyCode: string) => Promise<T | undefined>
  readonly fillForm: (selected: T) => void
}

/**
 * Fetches the record that the user selects in a field, and fills the form with its values unless the user has selected
 * another record in the meantime.
 * An initial value is not a selection.
 * Notifies the user of failures.
 */
const useAutofillOnSelection = <T,>(name: string, { fetchSelected, fillForm }: SelectionActions<T>): void => {
  const record = useRecordContext()
  const notifyFailure = useNotifyFailure()
  const [code, applyCode]: readonly unknown[] = useWatch({ name: [name, 'ApplyCode'] })
  const latestSelection = useRef<{ readonly code: unknown }>({ code: record?.[name] ?? null })
  useEffect(() => {
    if (code === latestSelection.current.code) return
    const selection = { code }
    latestSelection.current = selection
    if (typeof code !== 'string' || code === '' || typeof applyCode !== 'string') return
    fetchSelected(code, applyCode)
      .then((selected) => {
        if (selected && latestSelection.current === selection) fillForm(selected)
      })
      .catch(notifyFailure)
  }, [code, applyCode, fetchSelected, fillForm, notifyFailure])
}

/** Fetches the record with these values, including the fields that lists omit; undefined if there is none. */
const fetchRecord = async (
  controller: 'BillTerm' | 'Payer',
  query: Readonly<Record<string, string>>,
): Promise<Values | undefined> => {
  // A backend may compare a filter with a part of the value, so the list may also contain other records.
  const listedRecord = (await fetchList(`${controller}.list`, query, 10)).find((record) =>
    Object.entries(query).every(([name, value]) => record[name] === value),
  )
  return listedRecord && call<Values>(`${controller}.get`, { params: { SerialId: String(listedRecord.SerialId) } })
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
