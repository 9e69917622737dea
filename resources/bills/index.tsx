import { type ComponentType, lazy, Suspense } from 'react'
import { type ActionDialogProps, defineScreens } from '../../src/admin'

/** Returns a part that is loaded when it is first rendered: the list, which most users open first, needs none of them. */
const onDemand = <Props extends object = object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  const Part = lazy(async () => ({ default: await load() }))
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}

const form = () => import('./BillForm')
const dialogs = () => import('./NoticeDialog')
const sections = () => import('./PaymentSections')

export default defineScreens({
  CreateProposals: onDemand(async () => (await form()).BillProposals),
  EditNotice: onDemand(async () => (await form()).ReprintWarning),
  ShowSummary: onDemand(async () => (await sections()).ReprintNotice),
  ShowExtra: onDemand(async () => (await sections()).PaymentSections),
  ActionDialogs: {
    MailNotice: onDemand<ActionDialogProps>(async () => (await dialogs()).MailNoticeDialog),
    TextNotice: onDemand<ActionDialogProps>(async () => (await dialogs()).TextNoticeDialog),
  },
})
