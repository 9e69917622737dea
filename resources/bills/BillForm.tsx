import { Alert } from '@mui/material'
import { useEffect, useRef } from 'react'
import { useRecordContext } from 'react-admin'
import { useFormContext, useNotifyFailure, useWatch } from '../../src/admin'
import { call } from '../../src/browser/http/client'
import type { EndpointId } from '../../src/contract/endpoints'
import { fromListResponse, maxPageSize, toListParams } from '../../src/contract/list-query'

/** Fills a new bill with what its term and payer propose; renders nothing. */
export const BillProposals = () => {
  useTermProposal()
  usePayerCopy()
  return null
}

/** Warns before a change that a printed slip will no longer show the bill. */
export const ReprintWarning = () => {
  const record = useRecordContext()
  useTermProposal()
  usePayerCopy()
  if (!record || !(Number(record.PrintCount) > 0)) return null
  return (
    <Alert severity="warning">
      這張帳單的繳款單已列印 {Number(record.PrintCount)} 次。修改金額、期限、繳款人或期別後，印好的繳款單就不能再使用：請重新列印，並請繳款人改用新的繳款單。
    </Alert>
  )
}

type Values = Readonly<Record<string, unknown>>

/** Fills category, dates and, while there are none, the items with those of the term that the user chooses. */
const useTermProposal = (): void => {
  const { getValues, setValue } = useFormContext()
  useSelectedRecord('BillTermId', {
    read: async (code, ApplyCode) => {
      const term = await recordOf('BillTerm', { ApplyCode, BillTermId: code })
      return term && { term, items: await itemsOf(term, ApplyCode) }
    },
    fill: ({ term, items }) => {
      for (const name of ['BillCategoryCode', 'PaymentStartDate', 'PaymentEndDate', 'MarketEndDate']) setValue(name, term[name] ?? null, asUserInput)
      if (isItemless(getValues('FeeItems')) && getValues('CurrencyType') === 'TWD') setValue('FeeItems', items, asUserInput)
    },
  })
}

/** Copies the data of the payer whom the user chooses. */
const usePayerCopy = (): void => {
  const { setValue } = useFormContext()
  useSelectedRecord('PayerId', {
    read: (code, ApplyCode) => recordOf('Payer', { ApplyCode, PayerId: code }),
    fill: (payer) => {
      for (const name of copiedFields) setValue(name, payer[name] ?? null, asUserInput)
      setValue('DebitFlag', payer.PayerType !== 'Normal' && payer.DebitAuthStatus === 'Authorized', asUserInput)
    },
  })
}

const copiedFields = ['PayerUnitId', 'PayerNo', 'PayerName', 'IdNo', 'Mobile', 'Email', 'ZipCode', 'Address']

const asUserInput = { shouldDirty: true, shouldValidate: true }

interface ChoiceActions<T> {
  readonly read: (code: string, applyCode: string) => Promise<T | undefined>
  readonly fill: (chosen: T) => void
}

/** Reads the record that the user chooses in a field and fills the form from it, unless they have chosen another one meanwhile. What is stored, or was there before the choice, is left as it is. */
const useSelectedRecord = <T,>(name: string, { read, fill }: ChoiceActions<T>): void => {
  const record = useRecordContext()
  const notifyFailure = useNotifyFailure()
  const [code, applyCode]: readonly unknown[] = useWatch({ name: [name, 'ApplyCode'] })
  const last = useRef<{ readonly code: unknown }>({ code: record?.[name] ?? null })
  useEffect(() => {
    if (code === last.current.code) return
    const choice = { code }
    last.current = choice
    if (typeof code !== 'string' || code === '' || typeof applyCode !== 'string') return
    read(code, applyCode)
      .then((chosen) => {
        if (chosen && last.current === choice) fill(chosen)
      })
      .catch(notifyFailure)
  }, [code, applyCode, read, fill, notifyFailure])
}

/** Returns the record with these values, with all its fields. */
const recordOf = async (controller: 'BillTerm' | 'Payer', query: Readonly<Record<string, string>>): Promise<Values | undefined> => {
  const found = (await listOf(`${controller}.list`, query, 10)).find((item) => Object.entries(query).every(([name, value]) => item[name] === value))
  return found && call<Values>(`${controller}.get`, { params: { SerialId: String(found.SerialId) } })
}

const listOf = async (id: EndpointId, filters: Readonly<Record<string, string>>, pageSize: number): Promise<readonly Values[]> =>
  fromListResponse(await call(id, { query: toListParams({ filters, page: 1, pageSize }) })).records

const isItemless = (items: unknown): boolean => !Array.isArray(items) || items.every((item: Values) => !item.FeeCode && !item.FeeName && item.Amount === null)

const itemsOf = async ({ FeeItems }: Values, ApplyCode: string): Promise<readonly Values[]> => {
  const items = (FeeItems ?? []) as readonly { readonly FeeCode: string; readonly Amount: number }[]
  if (items.length === 0) return []
  const fees = await listOf('fee.list', { ApplyCode }, maxPageSize)
  const names = new Map(fees.map(({ FeeCode, FeeName }) => [FeeCode, FeeName]))
  return items.map(({ FeeCode, Amount }, index) => ({ SortNo: index + 1, FeeCode, FeeName: names.get(FeeCode) ?? null, Amount }))
}
