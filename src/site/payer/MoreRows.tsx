import { countText } from '../../browser/format'
import type { Rows } from './use-more-rows'

/** Says that there is more than what is shown, and fetches it; nothing is left out without a word. */
export const MoreRows = ({ rows }: { rows: Rows }) => (
  <>
    {rows.session.data.IsCut && (
      <p className="note note-info" role="status">
        您的帳單過多，這裡只列出未繳與最近到期的部分；較早且已繳清的帳單請洽您的代收單位。
      </p>
    )}
    <NextRows rows={rows} />
  </>
)

const NextRows = ({ rows: { session, left, more } }: { rows: Rows }) =>
  left > 0 && (
    <div className="note note-info more-rows" role="status">
      <p>
        您的帳單共 {countText(session.data.BillCount)} 筆、繳款紀錄共 {countText(session.data.PaymentCount)} 筆，目前已載入{' '}
        {countText(session.DataLists1.length)} 筆與 {countText(session.DataLists2.length)} 筆。合計與查詢只計已載入的資料。
      </p>
      <button type="button" className="button button-plain button-small" onClick={more}>
        載入更多
      </button>
    </div>
  )
