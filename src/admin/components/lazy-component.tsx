import {
  type ComponentType,
  createContext,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useState,
} from 'react'
import { askConfirmation } from '../../browser/dialogs/dialogs'
import { LoadFailure } from '../../browser/LoadFailure'
import { retryLoading } from '../../browser/recovery'

/**
 * Returns a component whose code is loaded when it is first rendered.
 * Until then, it renders what `fallback` returns.
 * If the code cannot be loaded, the rest of the page stays, and a dialog offers to load the page again. A message takes
 * the place of the component; its button loads the code again, and so does the network when it is back.
 */
export const lazyComponent = <Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: (props: Props) => ReactNode = () => null,
): FunctionComponent<Props> => {
  const loadOrAsk = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() }
    } catch {
      // React keeps the outcome of a load, so another attempt needs another component.
      current = lazy(loadOrAsk)
      void askToReload()
      return { default: FailedPart }
    }
  }
  let current = lazy(loadOrAsk)
  return (props) => {
    const [LazyComponent, setLazyComponent] = useState(() => current)
    return (
      <RetryContext value={() => setLazyComponent(() => current)}>
        <Suspense fallback={fallback(props)}>
          <LazyComponent {...props} />
        </Suspense>
      </RetryContext>
    )
  }
}

/** Loads the failed part of the page again. */
const RetryContext = createContext(() => {})

const FailedPart = () => <LoadFailure text="這部分的畫面無法載入。" retry={useContext(RetryContext)} />

const askToReload = async () => {
  const isConfirmed = await askConfirmation('這部分的畫面無法載入', {
    body: '可能是網路中斷，或網站剛更新。請先存檔，再重新載入。',
    confirmText: '重新載入',
    cancelText: '留在此頁',
    discards: true,
  })
  if (isConfirmed) await retryLoading()
}
