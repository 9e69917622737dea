import { type ReactNode, useState } from 'react'
import { countText } from '../../browser/format'
import { useIsPrinting } from '../../browser/use-is-printing'

/** Number of payments on a page. */
const pageSize = 50

/**
 * Renders payments in pages, with the number of all of them; on paper all of them, because the totals count them.
 * Callers give it another `key` when the filters change, so that it begins with the first page.
 */
export const PaymentPages = <Row,>({
  payments,
  children,
}: {
  payments: readonly Row[]
  children: (payments: readonly Row[]) => ReactNode
}) => {
  const [page, setPage] = useState(0)
  const isPrinting = useIsPrinting()
  const lastPage = Math.max(Math.ceil(payments.length / pageSize) - 1, 0)
  const shownPage = Math.min(page, lastPage)
  const start = shownPage * pageSize
  return (
    <>
      {children(isPrinting ? payments : payments.slice(start, start + pageSize))}
      <nav className="pages" aria-label="分頁">
        <PageButton text="上一頁" isOffered={shownPage > 0} onClick={() => setPage(shownPage - 1)} />
        <span role="status">
          共 {countText(payments.length)} 筆{lastPage > 0 && `，第 ${shownPage + 1}／${lastPage + 1} 頁`}
        </span>
        <PageButton text="下一頁" isOffered={shownPage < lastPage} onClick={() => setPage(shownPage + 1)} />
      </nav>
    </>
  )
}

const PageButton = ({ text, isOffered, onClick }: { text: string; isOffered: boolean; onClick: () => void }) =>
  isOffered && (
    <button type="button" className="button button-plain" onClick={onClick}>
      {text}
    </button>
  )
