import { saveFile } from '../../browser/http/save-file'
import { QrCode } from '../../browser/QrCode'
import { pngOf, svgOf } from '../../browser/qr-picture'
import type { PayerBill } from '../../contract/call-responses'
import { BusyButton } from '../payer/BusyButton'
import { usePaymentView } from './use-payment-view'

/** Renders the QR code of a bill if `isDrawn`, and buttons that enlarge, save and share it. */
export const QrWay = ({ bill, isDrawn }: { bill: PayerBill; isDrawn: boolean }) => {
  const { show } = usePaymentView()
  const name = `繳費QRCode_${bill.BillNo}`
  return (
    <>
      {isDrawn && <QrCode text={bill.TWQRPayload} name="TWQR 繳費條碼" />}
      <div className="pay-buttons">
        <PictureButton text="儲存圖片" work={async () => save(`${name}.png`, await pngOf(bill.TWQRPayload))} />
        <PictureButton text="儲存 SVG" work={async () => save(`${name}.svg`, await svgOf(bill.TWQRPayload))} />
        {canShare() && (
          <PictureButton text="分享" work={async () => share(`${name}.png`, await pngOf(bill.TWQRPayload))} />
        )}
        <button type="button" className="button button-plain" onClick={() => show('qr')}>
          全螢幕顯示
        </button>
      </div>
    </>
  )
}

const PictureButton = ({ text, work }: { text: string; work: () => Promise<void> }) => (
  <BusyButton text={text} label={`${text}：QR Code`} className="button button-plain" work={work} />
)

const save = (name: string, blob: Blob): void => saveFile({ name, blob })

const share = async (name: string, blob: Blob): Promise<void> => {
  // A payer who closes the sheet of the device has changed their mind, which is no failure.
  await navigator.share({ files: [new File([blob], name, { type: blob.type })] }).catch(() => undefined)
}

const canShare = (): boolean => {
  const picture = new File([], 'qr.png', { type: 'image/png' })
  return navigator.canShare?.({ files: [picture] }) ?? false
}
