import './pay-ways.css'
import { Code39 } from '../../browser/Code39'
import { DigitGroups } from '../../browser/DigitGroups'
import { showWarning } from '../../browser/dialogs/dialogs'
import { call } from '../../browser/http/client'
import { navigation } from '../../browser/navigation'
import { QrCode } from '../../browser/QrCode'
import { useCopy } from '../../browser/use-copy'
import type { PayerBill, PaymentLink } from '../../contract/call-responses'
import { enumText } from '../../domain/enums'
import { BusyButton, PayerDownloadButton } from '../payer/BusyButton'
import { Disclosure } from '../payer/Disclosure'
import { visibilityDelay } from './visibility-delays'

/**
 * Renders the payment methods of a payable bill: online, by transfer, with barcodes on the screen or with a printed
 * slip.
 */
export const PaymentMethods = ({ bill }: { bill: PayerBill }) => (
  <div className="pay-ways">
    <div className="bill-actions">
      <PayerDownloadButton
        call="PayerArea.DownloadPaymentPDF"
        query={{ SerialId: bill.SerialId }}
        text="下載繳款單"
        name={bill.BillNo}
      />
      {bill.Channels.includes('08') && <LinkButton link="PayerArea.GetEBillLink" bill={bill} text="全國繳費網" />}
      {bill.Channels.includes('17') && <LinkButton link="PayerArea.GetBankMobileLink" bill={bill} text="行動銀行" />}
    </div>
    {bill.VACAccount && <TransferDetails bill={bill} />}
    {bill.TWQRPayload && (
      <Disclosure title="TWQR／台灣Pay 掃碼">{() => <TwqrCode payload={bill.TWQRPayload} />}</Disclosure>
    )}
    {bill.MarketBarcodes.length > 0 && (
      <Disclosure title="超商繳費條碼">
        {() => <Barcodes texts={bill.MarketBarcodes} help="請將螢幕調至最亮，出示給店員由上而下依序掃描。" />}
      </Disclosure>
    )}
    {bill.MarketRefusal && <p className="note note-info">超商繳費條碼：{bill.MarketRefusal}。</p>}
    {bill.PostBarcodes.length > 0 && (
      <Disclosure title="郵局繳費條碼">
        {() => <Barcodes texts={bill.PostBarcodes} help="請出示給郵局櫃員由上而下依序掃描。" />}
      </Disclosure>
    )}
    {bill.Channels.length > 0 && (
      <Disclosure title="可用的繳費管道與入帳時間">{() => <ChannelList channels={bill.Channels} />}</Disclosure>
    )}
  </div>
)

const TransferDetails = ({ bill: { BankCode, VACAccount } }: { bill: PayerBill }) => (
  <dl className="transfer" aria-label="轉帳資料">
    <div>
      <dt>銀行代碼</dt>
      <dd>{BankCode}</dd>
    </div>
    <div>
      <dt>轉帳帳號（銷帳編號）</dt>
      <dd>
        <span className="number">
          <DigitGroups account={VACAccount} />
        </span>
        <CopyButton text={VACAccount} name="銷帳編號" />
      </dd>
    </div>
  </dl>
)

const TwqrCode = ({ payload }: { payload: string }) => (
  <>
    <p>請以行動銀行或台灣Pay App 掃描；金額與帳號會自動帶入，付款前請再次確認。</p>
    <QrCode text={payload} name="TWQR 繳費條碼" />
  </>
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

/** Renders a button that copies a number. Its text, and a message for screen readers, say whether it was copied. */
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
    text={text}
    label={`前往${text}繳費 ${bill.BillNo}`}
    className="button button-plain"
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

/** Renders the barcodes that a cashier scans from the screen, in their order. */
const Barcodes = ({ texts, help }: { texts: readonly string[]; help: string }) => (
  <div className="barcodes">
    <p>{help}</p>
    {texts.map((text) => (
      <Code39 key={text} text={text} />
    ))}
  </div>
)
