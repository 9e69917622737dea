import { mask } from '../../domain/access/mask'
import { formatRocLong } from '../../domain/dates/roc-date'
import { enumText } from '../../domain/enums'
import { formatMoney } from '../../domain/money/money'
import type { MessageContent } from './messages'

/** A bill as the notice to its payer describes it. */
export interface NotifiedBill {
  readonly BillNo: string
  readonly BillTermName: string
  readonly CustomerName: string
  readonly CustomerPhone: string | null
  readonly PayerName: string
  readonly IdNo: string | null
  readonly CurrencyType: string
  readonly UnpaidAmount: number
  readonly PaymentEndDate: string
  readonly VACAccount: string
  /** The amount is debited from the payer's account, so the notice has no slip. */
  readonly DebitFlag: boolean
  /** Whether a channel still accepts a payment of the bill. */
  readonly isPayable: boolean
}

/** Returns the notice of a bill, without its slip. The name is masked, because nothing proves that the address still belongs to the payer. */
export const billNoticeContent = (bill: NotifiedBill, { today, publicAddress }: NoticeContext): MessageContent => {
  const { BillNo, BillTermName, CustomerName, CustomerPhone, VACAccount } = bill
  const due = `尚應繳${amountText(bill)}，期限${formatRocLong(bill.PaymentEndDate)}${bill.PaymentEndDate < today ? '（已逾期）' : ''}`
  const way = wayToPay(bill)
  return {
    subject: `繳款通知：${CustomerName}　${BillTermName}`,
    paragraphs: [
      `${mask('name', bill.PayerName, bill.IdNo)} 您好：「${CustomerName}」的「${BillTermName}」${due}。`,
      `帳單編號：${BillNo}`,
      ...(way === 'slip' ? [`虛擬帳號（銷帳編號）：${VACAccount}`] : []),
      emailTexts[way],
      `查詢帳單請自行開啟瀏覽器，到${publicAddress === null ? '本行「代收繳費服務網」' : ` ${publicAddress} `}，在「繳款人登入」輸入收款單位與銷帳編號。`,
      `對帳單內容有疑問，請洽「${CustomerName}」${CustomerPhone ? `，電話 ${CustomerPhone}` : ''}。若您已繳款，請不必理會本通知。`,
    ],
    smsText: `【代收繳費服務網】${CustomerName}「${BillTermName}」${due}。${smsTexts[way](VACAccount)}已繳款者請不必理會。`,
  }
}

/** How the payer pays: with the slip, by a debit of the account, or not at present. */
type WayToPay = 'slip' | 'debit' | 'none'

/** Returns how a payer pays the bill; only for `slip` does its notice have a slip and an account number. */
export const wayToPay = ({ DebitFlag, isPayable }: Pick<NotifiedBill, 'DebitFlag' | 'isPayable'>): WayToPay => {
  if (DebitFlag) return 'debit'
  return isPayable ? 'slip' : 'none'
}

const emailTexts: Readonly<Record<WayToPay, string>> = {
  slip: '繳款單在附件，載有目前可使用的繳款方式與條碼。',
  debit: '這筆款項已約定自您的帳戶扣款，請備妥足額存款，無需另行繳款。',
  none: '這張帳單目前沒有開放的繳款方式，請洽收款單位。',
}

const smsTexts: Readonly<Record<WayToPay, (account: string) => string>> = {
  slip: (account) => `虛擬帳號 ${account}。`,
  debit: () => '將自您的約定帳戶扣款。',
  none: () => '繳款方式請洽收款單位。',
}

interface NoticeContext {
  readonly today: string
  /** Public address of the portal, without which the notice names the portal only. */
  readonly publicAddress: string | null
}

const amountText = ({ UnpaidAmount, CurrencyType }: NotifiedBill): string =>
  `${enumText('Currency', CurrencyType)} ${formatMoney(UnpaidAmount, CurrencyType)}${CurrencyType === 'TWD' ? ' 元' : ''}`
