import { Alert, Box, Card, CircularProgress } from '@mui/material'
import { type RefObject, useEffect, useRef } from 'react'
import { DescriptionItem, FailurePanel, StatusChip, useFormContext, useQuery, useWatch } from '../../src/admin'
import { DigitGroups } from '../../src/browser/DigitGroups'
import { dateText, moneyText } from '../../src/browser/format'
import { call } from '../../src/browser/http/client'
import { closedReason } from '../../src/domain/bills/bill'
import { type EnumCode, enumText } from '../../src/domain/enums'
import { unpaidAmountOf } from '../../src/domain/payments/collection'

/**
 * Renders the selected bill with its unpaid amount before and after the collection.
 * Fills in the unpaid amount unless the user has typed another amount.
 * Renders nothing until a bill is selected.
 */
export const SelectedBill = () => {
  const id: unknown = useWatch({ name: 'BillSerialId' })
  const lastProposal = useRef<unknown>(null)
  return id ? <BillSummary key={String(id)} id={String(id)} lastProposal={lastProposal} /> : null
}

interface Bill {
  readonly PayerName: string
  readonly VACAccount: string
  readonly CurrencyType: string
  readonly ShouldPayAmount: number
  readonly PaidAmount: number
  readonly BillState: EnumCode<'BillState'>
  readonly BillStatus: EnumCode<'BillStatus'>
  readonly PaymentEndDate: string
}

const BillSummary = ({ id, lastProposal }: { id: string; lastProposal: RefObject<unknown> }) => {
  const {
    data: bill,
    error,
    refetch,
  } = useQuery({
    queryKey: ['selected bill', id],
    queryFn: () => call<Bill>('Bills.get', { params: { id } }),
    gcTime: 0,
  })
  useAmountProposal(bill, lastProposal)
  if (error) return <FailurePanel error={error} onRetry={refetch} />
  if (!bill) return <CircularProgress size={24} aria-label="讀取帳單" />
  const reason = closedReason(bill)
  const money = (amount: number) => moneyText(amount, bill.CurrencyType)
  return (
    <Card component="section" aria-label="帳單的繳款情形" sx={{ p: { xs: 2, md: 3 } }}>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' } }}
      >
        <DescriptionItem name="繳款人姓名">{bill.PayerName}</DescriptionItem>
        <DescriptionItem name="虛擬帳號">
          <DigitGroups account={bill.VACAccount} />
        </DescriptionItem>
        <DescriptionItem name="繳款截止日">{dateText(bill.PaymentEndDate)}</DescriptionItem>
        <DescriptionItem name="帳單狀態">
          <StatusChip code={bill.BillStatus} text={enumText('BillStatus', bill.BillStatus)} />
        </DescriptionItem>
        <DescriptionItem name="應繳金額">{money(bill.ShouldPayAmount)}</DescriptionItem>
        <DescriptionItem name="已繳金額">{money(bill.PaidAmount)}</DescriptionItem>
        <DescriptionItem name="未繳金額">{money(unpaidAmountOf(bill))}</DescriptionItem>
        {reason === null && <UnpaidAmountAfter bill={bill} />}
      </Box>
      {reason !== null && (
        <Alert severity="error" sx={{ mt: 2 }}>
          這張帳單{reason === 'void' ? '已作廢' : '已繳清'}，不能收款；請改選其他帳單。
        </Alert>
      )}
    </Card>
  )
}

/**
 * Fills in the unpaid amount of the bill unless the user has typed another amount.
 * `lastProposal` is the amount that was filled in last, for this bill or for one selected before.
 */
const useAmountProposal = (bill: Bill | undefined, lastProposal: RefObject<unknown>): void => {
  const { getValues, setValue } = useFormContext()
  useEffect(() => {
    const amount: unknown = getValues('CollectAmount') ?? null
    if (!bill || closedReason(bill) !== null || (amount !== null && amount !== lastProposal.current)) return
    lastProposal.current = unpaidAmountOf(bill)
    setValue('CollectAmount', lastProposal.current, { shouldDirty: true, shouldValidate: true })
  }, [bill, lastProposal, getValues, setValue])
}

/** Renders the unpaid amount of the bill after a collection of the typed amount. */
const UnpaidAmountAfter = ({ bill }: { bill: Bill }) => {
  const amount = Number(useWatch({ name: 'CollectAmount' }))
  const unpaid = unpaidAmountOf(bill) - (Number.isInteger(amount) && amount > 0 ? amount : 0)
  return (
    <DescriptionItem name="收款後未繳金額">
      {unpaid < 0 ? '超過未繳金額' : moneyText(unpaid, bill.CurrencyType)}
    </DescriptionItem>
  )
}
