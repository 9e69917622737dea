import type { ComponentType } from 'react'
import type { Action } from '../auth-provider/access'
import { AdminDenied } from '../layout/AdminDenied'
import { useAbilities, useSchema } from '../portal'
import type { Screens } from '../screens'
import { useScreens } from '../use-screens'

interface Gate {
  readonly action: Action
  readonly screen: 'List' | 'Create' | 'Edit' | 'Show' | 'Import' | 'Page'
  /** The page where no hand-written screen takes its place. */
  readonly generated: ComponentType
}

/** A page for those who may; react-admin alone would ask the server first and lead away afterwards. */
export const PageGate = ({ action, ...page }: Gate) => {
  const resource = useSchema()
  return useAbilities(resource)(action) ? <Screen {...page} name={resource.name} /> : <AdminDenied />
}

const Screen = ({ name, screen, generated }: Omit<Gate, 'action'> & { name: string }) => {
  const screens: Screens = useScreens(name)
  const Chosen = screens[screen] ?? generated
  return <Chosen />
}
