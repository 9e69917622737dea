import {
  fillLines,
  fillTemplate,
  type NoticeTemplate,
  noticeSms,
  type PlaceholderValues,
} from '../../domain/bills/notice-template'
import { formatRocLong } from '../../domain/dates/roc-date'
import { enumText } from '../../domain/enums'
import { formatMoney } from '../../domain/money/money'
import { maskedName } from '../access/masks'
import type { MessageContent } from './messages'

/** The web addresses in a notice; null for a link that the notice does not contain. */
export interface NoticeLinks {
  readonly bill: string | null
  readonly unsubscribe: string | null
}

/** The facts about a bill that the notice to its payer contains. */
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
  /** Whether the amount is debited from the payer's account; the notice then has no slip. */
  readonly DebitFlag: boolean
  /** Whether a channel still accepts a payment of the bill. */
  readonly isPayable: boolean
}

/**
 * Returns the notice of a bill, without its slip, from the company's template.
 * The name is masked, because nothing proves that the address still belongs to the payer.
 */
export const billNoticeContent = (
  bill: NotifiedBill,
  { today, publicAddress, links, template }: NoticeContext,
): MessageContent => {
  const values = valuesOf(bill, today)
  const emailValues = { ...values, 繳款說明: emailTexts[wayToPay(bill)](bill) }
  const signIn = signInText(bill, publicAddress)
  return {
    subject: fillTemplate(template.MailSubject, emailValues),
    paragraphs: fillLines(template.MailBody, emailValues),
    ...(links.bill === null
      ? signIn !== null && { note: `查詢帳單請自行開啟瀏覽器，${signIn}。` }
      : {
          link: { label: '線上查看帳單', url: links.bill },
          note: signIn === null ? identification : `${identification}也可自行開啟瀏覽器，${signIn}。`,
        }),
    ...(links.unsubscribe !== null && { unsubscribe: links.unsubscribe }),
    smsText: noticeSms(template, { ...values, 繳款說明: smsTexts[wayToPay(bill)](bill.VACAccount) }, links.bill),
  }
}

const identification =
  '開啟連結後，請輸入身分證字號／統一編號或行動電話以確認身分；網頁不會要求您輸入密碼、信用卡或金融卡資料。'

/** Says how the payer signs in with the account number of the bill; null for a notice that does not contain it. */
const signInText = (bill: NotifiedBill, publicAddress: string | null): string | null =>
  wayToPay(bill) === 'slip'
    ? `到${publicAddress === null ? '本行「代收繳費服務網」' : ` ${publicAddress} `}，在「繳款人登入」輸入收款單位與銷帳編號`
    : null

const valuesOf = (bill: NotifiedBill, today: string): PlaceholderValues => ({
  繳款人: maskedName(bill.PayerName, bill.IdNo),
  收款單位: bill.CustomerName,
  期別: bill.BillTermName,
  帳單編號: bill.BillNo,
  尚應繳金額: amountText(bill),
  繳費期限: `${formatRocLong(bill.PaymentEndDate)}${bill.PaymentEndDate < today ? '（已逾期）' : ''}`,
  銷帳編號: wayToPay(bill) === 'slip' ? bill.VACAccount : '',
  繳款說明: '',
  聯絡電話: phoneText(bill),
})

const phoneText = ({ CustomerPhone }: NotifiedBill): string => (CustomerPhone ? `電話 ${CustomerPhone}` : '')

/** How the payer pays: with the slip, by a debit of the account, or not at present. */
export type WayToPay = 'slip' | 'debit' | 'none'

/** Returns how a payer pays the bill. The notice has a slip and an account number only for `slip`. */
export const wayToPay = ({ DebitFlag, isPayable }: Pick<NotifiedBill, 'DebitFlag' | 'isPayable'>): WayToPay => {
  if (DebitFlag) return 'debit'
  return isPayable ? 'slip' : 'none'
}

const emailTexts: Readonly<Record<WayToPay, (bill: NotifiedBill) => string>> = {
  slip: () => '繳款單在附件，載有目前可使用的繳款方式與條碼。',
  debit: () => '這筆款項已約定自您的帳戶扣款，請備妥足額存款，無需另行繳款。',
  none: (bill) => `這張帳單目前沒有開放的繳款方式，請洽「${bill.CustomerName}」${phoneText(bill)}。`,
}

const smsTexts: Readonly<Record<WayToPay, (account: string) => string>> = {
  slip: (account) => `虛擬帳號 ${account}。`,
  debit: () => '將自您的約定帳戶扣款。',
  none: () => '繳款方式請洽收款單位。',
}

interface NoticeContext {
  readonly today: string
  /** Public address of the portal; null if the notice can only name the portal. */
  readonly publicAddress: string | null
  readonly links: NoticeLinks
  readonly template: NoticeTemplate
}

const amountText = ({ UnpaidAmount, CurrencyType }: NotifiedBill): string =>
  `${enumText('Currency', CurrencyType)} ${formatMoney(UnpaidAmount, CurrencyType)}${CurrencyType === 'TWD' ? ' 元' : ''}`
