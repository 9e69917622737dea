import './browser.css'
import { type ReactNode, useEffect } from 'react'
import { DialogHost } from './DialogHost'
import { IdleWarning } from './IdleWarning'
import { Overlay } from './Overlay'
import { watchOtherTabs } from './other-tabs'
import { watchWindow } from './system-store'

/** What surrounds every page of both areas: overlay, dialogs, and the watch over window and idle session. */
export const Shell = ({ children }: { children: ReactNode }) => {
  useEffect(watchWindow, [])
  useEffect(watchOtherTabs, [])
  return (
    <>
      {children}
      <Overlay />
      <DialogHost />
      <IdleWarning />
    </>
  )
}
