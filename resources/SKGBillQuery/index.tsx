import { useRecordContext } from 'react-admin'
import { defineScreens, RelatedLists, useSchema } from '../../src/admin'

/** Renders the lines that name the bill. The file of a view cannot declare related lists. */
const BillLines = () => {
  const record = useRecordContext()
  const schema = useSchema()
  return record ? <RelatedLists resource={{ ...schema, related }} record={record} /> : null
}

const related = [
  {
    of: 'SKGTLDetailQuery',
    by: 'BillSerialId',
    label: '通路交易',
    columns: ['TradeDate', 'Amount', 'WriteOffStatus', 'ExceptionType', 'ChannelId', 'VACAccount', 'AccountDate'],
  },
]

export default defineScreens({ ShowExtra: BillLines })
