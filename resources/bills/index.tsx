import { type ComponentType, lazy, Suspense } from 'react'
import { type ActionDialogProps, defineScreens } from '../../src/admin'

/** Returns a component that is loaded when it is first rendered: the list, which most users open first, needs none of them. */
const loadedOnDemand = <Props extends object = object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  const Loaded = lazy(async () => ({ default: await load() }))
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}

const form = () => import('./BillForm')
const dialogs = () => import('./NoticeDialog')
const sections = () => import('./PaymentSections')

export default defineScreens({
  CreateProposals: loadedOnDemand(async () => (await form()).BillProposals),
  EditNotice: loadedOnDemand(async () => (await form()).ReprintWarning),
  ShowSummary: loadedOnDemand(async () => (await sections()).ReprintNotice),
  ShowExtra: loadedOnDemand(async () => (await sections()).PaymentSections),
  ActionDialogs: {
    MailNotice: loadedOnDemand<ActionDialogProps>(async () => (await dialogs()).MailNoticeDialog),
    TextNotice: loadedOnDemand<ActionDialogProps>(async () => (await dialogs()).TextNoticeDialog),
  },
})
