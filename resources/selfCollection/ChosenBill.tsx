import { Alert, Box, Card, CircularProgress } from '@mui/material'
import { useEffect } from 'react'
import { DescriptionItem, FailurePanel, StatusChip, useFormContext, useQuery, useWatch } from '../../src/admin'
import { dateText, moneyText } from '../../src/browser/format'
import { call } from '../../src/browser/http/client'
import { closedReason } from '../../src/domain/bills/bill'
import { type EnumCode, enumText } from '../../src/domain/enums'
import { remainderOf } from '../../src/domain/payments/collection'

/** Renders the chosen bill with its unpaid amount, now and after the collection, and proposes that amount in the form. Renders nothing until a bill is chosen. */
export const ChosenBill = () => {
  const id: unknown = useWatch({ name: 'BillSerialId' })
  return id ? <BillSummary key={String(id)} id={String(id)} /> : null
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

const BillSummary = ({ id }: { id: string }) => {
  const { data: bill, error, refetch } = useQuery({ queryKey: ['chosen bill', id], queryFn: () => call<Bill>('Bills.get', { params: { id } }), gcTime: 0 })
  useAmountProposal(bill)
  if (error) return <FailurePanel error={error} onRetry={refetch} />
  if (!bill) return <CircularProgress size={24} aria-label="讀取帳單" />
  const closed = closedReason(bill)
  const money = (amount: number) => moneyText(amount, bill.CurrencyType)
  return (
    <Card component="section" aria-label="帳單的繳款情形" sx={{ p: { xs: 2, md: 3 } }}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' } }}>
        <DescriptionItem name="繳款人姓名">{bill.PayerName}</DescriptionItem>
        <DescriptionItem name="虛擬帳號">{bill.VACAccount}</DescriptionItem>
        <DescriptionItem name="繳款截止日">{dateText(bill.PaymentEndDate)}</DescriptionItem>
        <DescriptionItem name="帳單狀態">
          <StatusChip code={bill.BillStatus} text={enumText('BillStatus', bill.BillStatus)} />
        </DescriptionItem>
        <DescriptionItem name="應繳金額">{money(bill.ShouldPayAmount)}</DescriptionItem>
        <DescriptionItem name="已繳金額">{money(bill.PaidAmount)}</DescriptionItem>
        <DescriptionItem name="未繳金額">{money(remainderOf(bill))}</DescriptionItem>
        {closed === null && <RemainderAfter bill={bill} />}
      </Box>
      {closed !== null && (
        <Alert severity="error" sx={{ mt: 2 }}>
          這張帳單{closed === 'void' ? '已作廢' : '已繳清'}，不能收款；請改選其他帳單。
        </Alert>
      )}
    </Card>
  )
}

/** Sets the amount in the form to the unpaid amount of the bill, once the bill has been read. */
const useAmountProposal = (bill: Bill | undefined): void => {
  const { setValue } = useFormContext()
  useEffect(() => {
    if (bill && closedReason(bill) === null) setValue('CollectAmount', remainderOf(bill), { shouldDirty: true, shouldValidate: true })
  }, [bill, setValue])
}

/** Renders the unpaid amount of the bill after a collection of the typed amount. */
const RemainderAfter = ({ bill }: { bill: Bill }) => {
  const amount = Number(useWatch({ name: 'CollectAmount' }))
  const remainder = remainderOf(bill) - (Number.isInteger(amount) && amount > 0 ? amount : 0)
  return <DescriptionItem name="收款後未繳金額">{remainder < 0 ? '超過未繳金額' : moneyText(remainder, bill.CurrencyType)}</DescriptionItem>
}
