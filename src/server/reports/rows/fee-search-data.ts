import { sql } from 'kysely'
import type { SelectLists } from '../../../contract/envelope'
import { formatRocMonth } from '../../../domain/dates/roc-date'
import { isReport } from '../../../schema/language/resource'
import { agreementCondition } from '../../access/tenant'
import type { Call } from '../../call'
import { contextOf } from '../../context'
import { selectList } from '../../records/options'

/**
 * Returns the options of the fee report's query: the months in which channels reported payments of the caller's
 * agreements, newest first, and the agreements and forms.
 */
export const feeSearchData = async (call: Call): Promise<SelectLists> => {
  const context = contextOf(call)
  const report = call.schemas.get('ChannelFeeReport')
  const { ApplyCode = [] } = await selectList(context, report)
  const forms = isReport(report) ? report.report.forms : []
  const { rows } = await sql<{ month: string }>`
    select to_char(l.account_date, 'YYYY-MM') as month
    from line_tally l
    where ${agreementCondition(context.scope, 'l')} and l.account_date is not null
      and (l.amount_sign = 'Plus' or l.write_off_status = 'Reversed') and l.parent_serial_id is null
    group by 1
    having sum(l.line_count) <> 0
    order by 1 desc`.execute(context.db)
  return {
    YearMonth: rows.map(({ month }) => ({ Value: month, Text: formatRocMonth(month) })),
    ApplyCode,
    Form: forms.map(({ code, label }) => ({ Value: code, Text: label })),
  }
}
