import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense } from 'react'

/**
 * Returns a component whose code is loaded when it is first rendered.
 * Until then, it renders what `fallback` returns.
 */
export const lazyComponent = <Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: (props: Props) => ReactNode = () => null,
): FunctionComponent<Props> => {
  const LazyComponent = lazy(async () => ({ default: await load() }))
  return (props) => (
    <Suspense fallback={fallback(props)}>
      <LazyComponent {...props} />
    </Suspense>
  )
}
