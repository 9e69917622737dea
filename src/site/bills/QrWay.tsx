import { saveFile } from '../../browser/http/save-file'
import { QrCode, qrOptions } from '../../browser/QrCode'
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

const svgOf = async (text: string): Promise<Blob> => {
  const { renderSVG } = await import('uqr')
  return new Blob([renderSVG(text, qrOptions)], { type: 'image/svg+xml' })
}

const pngOf = async (text: string): Promise<Blob> => {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, qrOptions)
  const canvas = document.createElement('canvas')
  canvas.width = size * moduleSize
  canvas.height = size * moduleSize
  const context = canvas.getContext('2d')
  if (context) drawModules(context, data)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The QR code could not be drawn.')))),
  )
}

const drawModules = (context: CanvasRenderingContext2D, data: readonly (readonly boolean[])[]): void => {
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries()) {
      context.fillStyle = isDark ? '#000' : '#fff'
      context.fillRect(x * moduleSize, y * moduleSize, moduleSize, moduleSize)
    }
}

/** Pixels of a module in a saved picture. */
const moduleSize = 12
