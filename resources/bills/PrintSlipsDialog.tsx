import { type ActionDialogProps, ActionNote } from '../../src/admin'
import { countText } from '../../src/browser/format'

/** Renders the dialog that prints slips, which says how many of the chosen bills are overdue. */
export const PrintSlipsDialog = ({ records, generatedDialog }: ActionDialogProps) => {
  const overdue = records.filter(({ BillStatus }) => BillStatus === 'Overdue').length
  // Which channels still accept an overdue bill depends on its category and its agreement, which a list does not have.
  const note = `其中 ${countText(overdue)} 張已逾繳費期限；各通路不再受理的帳單，繳款單上會註明請洽收款單位。`
  return <ActionNote value={overdue > 0 ? note : ''}>{generatedDialog}</ActionNote>
}
