import { Link, useLocation } from 'react-router-dom'
import { savedView, viewIdIn, viewSearch } from './list-views'
import { useViewsOfPage } from './saved-views'

/** Renders links to the saved views of a page below its entry in the menu; nothing if there are none. */
export const MenuViews = ({ page, path, label }: { page: string; path: string; label: string }) => {
  const views = useViewsOfPage(page)
  const { pathname, search } = useLocation()
  if (views.length === 0) return null
  const current = pathname === path ? viewIdIn(search) : null
  return (
    <ul className="menu-views" aria-label={`${label}的檢視`}>
      {views.map(savedView).map((view) => (
        <li key={view.id}>
          <Link
            className={view.id === current ? 'menu-link view active' : 'menu-link view'}
            to={{ pathname: path, search: viewSearch(view) }}
            // The menu makes one of its entries the stop of the Tab key.
            tabIndex={-1}
            aria-current={view.id === current ? 'page' : undefined}
          >
            <span>{view.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
