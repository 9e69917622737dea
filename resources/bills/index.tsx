import { type ActionDialogProps, defineScreens, lazyComponent } from '../../src/admin'
import { messageChannels, noticeChannelCodes } from '../../src/domain/message-channels'

// The list of bills, which most users open first, needs none of these components.
const loadAutofill = () => import('./BillAutofill')
const loadDialogs = () => import('./NoticeDialog')
const loadSections = () => import('./PaymentSections')

export default defineScreens({
  AboveCreateInputs: lazyComponent(async () => (await loadAutofill()).BillAutofill),
  AboveEditInputs: lazyComponent(async () => (await loadAutofill()).BillAutofillWithWarning),
  ShowSummary: lazyComponent(async () => (await loadSections()).ReprintWarning),
  ShowExtra: lazyComponent(async () => (await loadSections()).PaymentSections),
  ShowRail: lazyComponent(async () => (await import('./PaymentCodes')).PaymentCodes),
  ActionDialogs: {
    GroupSlips: lazyComponent<ActionDialogProps>(async () => (await import('./PrintSlipsDialog')).PrintSlipsDialog),
    ...Object.fromEntries(
      noticeChannelCodes.map((channel) => [
        messageChannels[channel].billNotice.action,
        lazyComponent<ActionDialogProps>(async () => (await loadDialogs()).noticeDialog(channel)),
      ]),
    ),
  },
})
