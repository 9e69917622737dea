import { Code39, code39Width } from '../../browser/Code39'
import { useIsPrinting } from '../../browser/use-is-printing'
import type { PayerBill } from '../../contract/call-responses'

/** Renders the barcodes of a bill on paper, where no button shows them. */
export const PrintedCodes = ({ bill }: { bill: PayerBill }) => {
  const isPrinting = useIsPrinting()
  if (!isPrinting) return null
  return (
    <div className="printed-codes">
      <PrintedBarcodes title="超商繳費條碼" texts={bill.MarketBarcodes} />
      <PrintedBarcodes title="郵局繳費條碼" texts={bill.PostBarcodes} />
    </div>
  )
}

const PrintedBarcodes = ({ title, texts }: { title: string; texts: readonly string[] }) => {
  const module = Math.min(widestBar, paperWidth / Math.max(...texts.map(code39Width)))
  return (
    texts.length > 0 && (
      <section aria-label={title}>
        <h3>{title}</h3>
        {texts.map((text) => (
          <Code39 key={text} text={text} module={module} />
        ))}
      </section>
    )
  )
}

/** Width of the codes within a card on A4, and of the widest bar that is printed, in pixels (96 to the inch). */
const paperWidth = 640
const widestBar = 1.5
