import './pay-ways.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { DigitGroups } from '../../browser/DigitGroups'
import { showWarning } from '../../browser/dialogs/dialogs'
import { calendarDateText, moneyText } from '../../browser/format'
import { call } from '../../browser/http/client'
import { navigation } from '../../browser/navigation'
import { useCopy } from '../../browser/use-copy'
import { usePageTitle } from '../../browser/use-page-title'
import type { PayerBill, PaymentLink } from '../../contract/call-responses'
import { enumText } from '../../domain/enums'
import { formatMoney } from '../../domain/money/money'
import { BusyButton, PayerDownloadButton } from '../payer/BusyButton'
import { Disclosure } from '../payer/Disclosure'
import { amountDue } from './bill-amounts'
import { CodeView } from './CodeView'
import { channelsWithWay, type PayWay, waysOf } from './pay-ways'
import { QrWay } from './QrWay'
import { type ShownCode, usePaymentView } from './use-payment-view'
import { visibilityDelay } from './visibility-delays'

/** Renders the ways to pay a bill in the order of the device, and the code that is shown in full screen. */
export const PaymentWays = ({ bill }: { bill: PayerBill }) => {
  const { code, back } = usePaymentView()
  const title = useFocusedTitle()
  const isPhone = window.matchMedia('(pointer: coarse)').matches
  const channels = channelsWithWay(bill)
  return (
    <section aria-labelledby="pay-ways">
      <button type="button" className="link-button pay-back" onClick={back}>
        返回帳單
      </button>
      <h1 id="pay-ways" ref={title} tabIndex={-1}>
        繳費方式
      </h1>
      <PaidBill bill={bill} />
      <div className="pay-ways">{waysOf(bill, isPhone).map((way) => wayParts[way](bill, isPhone))}</div>
      {channels.length > 0 && (
        <div className="card visibility">
          <Disclosure title="可用的繳費管道與入帳時間">{() => <ChannelList channels={channels} />}</Disclosure>
        </div>
      )}
      {code && <CodeView code={code} bill={bill} onClose={back} />}
    </section>
  )
}

/** Returns the ref of a title that gets the focus, so that screen readers announce the new content. */
const useFocusedTitle = () => {
  usePageTitle('繳費方式')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return title
}

const PaidBill = ({ bill }: { bill: PayerBill }) => (
  <p className="pay-bill">
    <strong>{moneyText(amountDue(bill), bill.CurrencyType)}</strong>
    <span>
      {bill.BillTermName}．{bill.CustomerName}
      <small>
        帳單編號 {bill.BillNo}．<span className="whole">繳費期限 {calendarDateText(bill.PaymentEndDate)}</span>
      </small>
    </span>
  </p>
)

const Way = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <section className="card pay-way" aria-label={title}>
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {children}
  </section>
)

/** What the page shows of each way. */
const wayParts: Readonly<Record<PayWay, (bill: PayerBill, isPhone: boolean) => ReactNode>> = {
  bankApp: (bill) => (
    <Way key="bankApp" title="行動銀行" text="登入後即可繳費，帳單資料會自動帶入。">
      <LinkButton link="PayerArea.GetBankMobileLink" bill={bill} text="行動銀行" />
    </Way>
  ),
  eBill: (bill) => (
    <Way key="eBill" title="全國繳費網" text="可用各銀行的存款帳戶或晶片金融卡繳費。">
      <LinkButton link="PayerArea.GetEBillLink" bill={bill} text="全國繳費網" />
    </Way>
  ),
  qr: (bill, isPhone) => (
    <Way key="qr" title="TWQR／台灣Pay" text={isPhone ? phoneQrText : desktopQrText}>
      <QrWay bill={bill} isDrawn={!isPhone} />
    </Way>
  ),
  store: (bill) => (
    <Way key="store" title="超商繳費條碼">
      {bill.MarketBarcodes.length > 0 ? (
        <CodeButton code="store" text="顯示超商條碼" />
      ) : (
        <p className="note note-info">{bill.MarketRefusal}。</p>
      )}
    </Way>
  ),
  post: () => (
    <Way key="post" title="郵局繳費條碼">
      <CodeButton code="post" text="顯示郵局條碼" />
    </Way>
  ),
  transfer: (bill) => (
    <Way key="transfer" title="轉帳／匯款">
      <TransferDetails bill={bill} />
    </Way>
  ),
  slip: ({ SerialId, BillNo }) => (
    <Way key="slip" title="紙本繳款單">
      <PayerDownloadButton
        call="PayerArea.DownloadPaymentPDF"
        query={{ SerialId }}
        text="下載繳款單"
        name={BillNo}
        plain
      />
    </Way>
  ),
}

const phoneQrText = '將 QR Code 存成圖片或分享，再以行動銀行或台灣Pay App 讀取相簿中的圖片。'
const desktopQrText = '請以行動銀行或台灣Pay App 掃描；金額與帳號會自動帶入，付款前請再次確認。'

/** Renders a button that shows a code in full screen. */
const CodeButton = ({ code, text }: { code: ShownCode; text: string }) => {
  const { show } = usePaymentView()
  return (
    <button type="button" className="button button-plain" onClick={() => show(code)}>
      {text}
    </button>
  )
}

const atmChannel = '06'

const TransferDetails = ({ bill }: { bill: PayerBill }) => {
  const amount = amountDue(bill)
  return (
    <>
      {bill.Channels.includes(atmChannel) && <p>使用 ATM 請選『繳費』，輸入銀行代碼與銷帳編號。</p>}
      <dl className="transfer" aria-label="轉帳資料">
        <CopiedValue name="銀行代碼" text={bill.BankCode} />
        <CopiedValue name="銷帳編號" text={bill.VACAccount}>
          <DigitGroups account={bill.VACAccount} />
        </CopiedValue>
        <CopiedValue name="金額" text={formatMoney(amount, bill.CurrencyType).replaceAll(',', '')}>
          {moneyText(amount, bill.CurrencyType)}
        </CopiedValue>
      </dl>
    </>
  )
}

const CopiedValue = ({ name, text, children = text }: { name: string; text: string; children?: ReactNode }) =>
  text && (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="number">{children}</span>
        <CopyButton text={text} name={name} />
      </dd>
    </div>
  )

const ChannelList = ({ channels }: { channels: readonly string[] }) => (
  <ul className="channels">
    {channels.map((code) => (
      <li key={code}>
        {enumText('Channel', code)}
        <small>{visibilityDelay(code)}可查到</small>
      </li>
    ))}
  </ul>
)

/** Renders a button that copies a value. Its text, and a message for screen readers, say whether it was copied. */
const CopyButton = ({ text, name }: { text: string; name: string }) => {
  const { result, copy } = useCopy(text)
  return (
    <>
      <button type="button" className="button button-plain button-small" onClick={copy} aria-label={`複製${name}`}>
        {result ?? '複製'}
      </button>
      <span className="hidden" role="status">
        {result && `${result}${name}`}
      </span>
    </>
  )
}

/** Renders a button that fetches the URL of the page where a bill can be paid online, and opens that page. */
const LinkButton = ({
  link,
  bill,
  text,
}: {
  link: 'PayerArea.GetEBillLink' | 'PayerArea.GetBankMobileLink'
  bill: PayerBill
  text: string
}) => (
  <BusyButton
    text={`前往${text}`}
    label={`前往${text}繳費 ${bill.BillNo}`}
    className="button"
    work={async () =>
      openPaymentPage((await call<PaymentLink>(link, { query: { SerialId: bill.SerialId }, overlay: true })).Url)
    }
  />
)

// A URL from the backend is opened only if it uses https or is a path of this site.
// A path that begins with `//` would lead to another site.
const openPaymentPage = (url: string) => {
  const isSafe = /^\/(?!\/)/.test(url) || url.startsWith('https://')
  if (isSafe) navigation.toExternal(url)
  else void showWarning('繳費網址有誤', '請稍後再試，或改用其他繳費方式。')
}
