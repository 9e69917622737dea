import './code-view.css'
import { type CSSProperties, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Code39, code39Width } from '../../browser/Code39'
import { onResize } from '../../browser/on-resize'
import { QrCode } from '../../browser/QrCode'
import type { PayerBill } from '../../contract/call-responses'
import type { ShownCode } from './use-payment-view'

const titles: Readonly<Record<ShownCode, string>> = {
  store: '超商繳費條碼',
  post: '郵局繳費條碼',
  qr: 'TWQR／台灣Pay',
}

/** Renders a code of a bill in a full-screen dialog, which is white in both themes. */
export const CodeView = ({ code, bill, onClose }: { code: ShownCode; bill: PayerBill; onClose: () => void }) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // The browser restores the focus only if the dialog is closed before it is removed from the page.
  useLayoutEffect(() => {
    const element = ref.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className="code-view"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2 id={id}>{titles[code]}</h2>
        <button type="button" className="button" onClick={onClose}>
          關閉
        </button>
      </header>
      {code === 'qr' ? <QrCode text={bill.TWQRPayload} name="TWQR 繳費條碼" /> : <Barcodes bill={bill} code={code} />}
    </dialog>
  )
}

const barcodeParts = {
  store: { textsOf: (bill: PayerBill) => bill.MarketBarcodes, help: '請將螢幕調至最亮，出示給店員由上而下依序掃描。' },
  post: { textsOf: (bill: PayerBill) => bill.PostBarcodes, help: '請將螢幕調至最亮，出示給郵局櫃員由上而下依序掃描。' },
} as const

/** Renders the barcodes that a cashier scans from the screen, in their order. */
const Barcodes = ({ bill, code }: { bill: PayerBill; code: 'store' | 'post' }) => {
  const { textsOf, help } = barcodeParts[code]
  const texts = textsOf(bill)
  const { module, style } = useBarcodeSize(Math.max(...texts.map(code39Width)))
  return (
    <div className="barcodes" style={style}>
      <p>{help}</p>
      {texts.map((text) => (
        <Code39 key={text} text={text} module={module} />
      ))}
    </div>
  )
}

/** Height of the header of the view, and the margin beside the codes, in pixels. */
const headHeight = 64
const margin = 8

/** The narrowest bar that scanners of cashiers read well from a phone, and the widest that is drawn, in pixels. */
const narrowestBar = 1.5
const widestBar = 3

/**
 * Returns the width of the narrowest bar, and the position of the barcodes.
 * They are turned by 90 degrees where they would not fit the width of an upright screen.
 * A bar is a whole number of the screen's own pixels wide, so that all bars keep their proportions.
 */
const useBarcodeSize = (modules: number): { readonly module: number; readonly style: CSSProperties } => {
  const width = useSyncExternalStore(onResize, () => window.innerWidth)
  const height = useSyncExternalStore(onResize, () => window.innerHeight)
  const isTurned = modules * narrowestBar > width - 2 * margin && height > width
  const length = (isTurned ? height - headHeight : width) - 2 * margin
  const module = Math.min(widestBar, wholePixels(length / modules))
  if (!isTurned) return { module, style: {} }
  const transform = `translateX(${width}px) rotate(90deg)`
  return { module, style: { width: height - headHeight, height: width, transform } }
}

/** Returns a length rounded down to whole pixels of the screen, but at least one. */
const wholePixels = (length: number): number => {
  const { devicePixelRatio } = window
  return Math.max(1, Math.floor(length * devicePixelRatio)) / devicePixelRatio
}
