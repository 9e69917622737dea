import './pay-ways.css'
import type { PayerBill } from '../../contract/session'
import { enumText } from '../../domain/enums'
import { Barcodes } from './Barcodes'
import { CopyButton } from './CopyButton'
import { visibleWhen } from './channel-times'
import { Disclosure } from './Disclosure'
import { DownloadButton } from './DownloadButton'
import { LinkButton } from './LinkButton'
import { QrCode } from './QrCode'

/** Every way to pay a bill that takes money: online, by transfer, with codes on the screen, with the slip on paper. */
export const PayWays = ({ bill }: { bill: PayerBill }) => (
  <div className="pay-ways">
    <div className="bill-actions">
      <DownloadButton call="PayerArea.DownloadPaymentPDF" query={{ SerialId: bill.SerialId }} text="下載繳款單" name={bill.BillNo} />
      {bill.Channels.includes('08') && <LinkButton link="PayerArea.GetEBillLink" serialId={bill.SerialId} text="全國繳費網" name={bill.BillNo} />}
      {bill.Channels.includes('17') && <LinkButton link="PayerArea.GetBankMobileLink" serialId={bill.SerialId} text="行動銀行" name={bill.BillNo} />}
    </div>
    {bill.VACAccount && <Transfer bill={bill} />}
    {bill.TWQRPayload && <Disclosure title="TWQR／台灣Pay 掃碼">{() => <Twqr payload={bill.TWQRPayload} />}</Disclosure>}
    {bill.MarketBarcodes.length > 0 && (
      <Disclosure title="超商繳費條碼">{() => <Barcodes texts={bill.MarketBarcodes} help="請將螢幕調至最亮，出示給店員由上而下依序掃描。" />}</Disclosure>
    )}
    {bill.MarketRefusal && <p className="note note-info">超商繳費條碼：{bill.MarketRefusal}。</p>}
    {bill.PostBarcodes.length > 0 && (
      <Disclosure title="郵局繳費條碼">{() => <Barcodes texts={bill.PostBarcodes} help="請出示給郵局櫃員由上而下依序掃描。" />}</Disclosure>
    )}
    {bill.Channels.length > 0 && <Disclosure title="可用的繳費管道與入帳時間">{() => <ChannelList channels={bill.Channels} />}</Disclosure>}
  </div>
)

const Transfer = ({ bill: { BankCode, VACAccount } }: { bill: PayerBill }) => (
  <dl className="transfer" aria-label="轉帳資料">
    <div>
      <dt>銀行代碼</dt>
      <dd>{BankCode}</dd>
    </div>
    <div>
      <dt>轉帳帳號（銷帳編號）</dt>
      <dd>
        <span className="number">{grouped(VACAccount)}</span>
        <CopyButton text={VACAccount} name="銷帳編號" />
      </dd>
    </div>
  </dl>
)

const Twqr = ({ payload }: { payload: string }) => (
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
        <small>{visibleWhen(code)}可查到</small>
      </li>
    ))}
  </ul>
)

// Groups of four are read out and compared with less error; copying takes the bare digits.
const grouped = (account: string) => account.replace(/(\d{4})(?=\d)/g, '$1 ')
