import { Box, Breadcrumbs, Card, Link as MuiLink, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { TextWithAccounts } from '../../browser/TextWithAccounts'
import { usePageTitle } from '../../browser/use-page-title'
import type { Resource } from '../../schema/language/resource'
import { FailurePanel } from '../components/MessagePanel'
import { PageSkeleton } from '../components/PageSkeleton'
import { visuallyHidden } from '../components/visually-hidden'
import { PageHelpButton } from '../help/PageHelpButton'
import { useMenu } from './use-menu'

interface PageHeaderProps {
  readonly resource: Resource
  /** The task of the page, such as 新增; absent on the page that the menu opens, such as a list. */
  readonly task?: string
  /** The heading; default: the task with the noun of the resource, or the label of the resource if there is no task. */
  readonly title?: string
  /** The heading of a record, in place of the title, which screen readers read before it. */
  readonly object?: string
  /** The text that identifies the record; with `object`, the line below it. */
  readonly record?: string
  /** The record's state. */
  readonly state?: ReactNode
  readonly actions?: ReactNode
}

const headingOf = (resource: Resource, task: string | undefined): string =>
  task ? `${task}${resource.noun}` : resource.label

/** Renders the heading of a page with its breadcrumbs and buttons. */
export const PageHeader = ({
  resource,
  task,
  title = headingOf(resource, task),
  object,
  record,
  state,
  actions,
}: PageHeaderProps) => {
  // The browser's history must not contain names of payers.
  usePageTitle(title)
  return (
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', alignItems: 'flex-end', justifyContent: 'space-between', gap: 2, mb: 2 }}
    >
      <Box sx={{ minWidth: 0 }}>
        <ResourceBreadcrumbs resource={resource} task={task} />
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
          <Typography component="h1" variant="h4" sx={{ overflowWrap: 'anywhere' }}>
            {object ? (
              <>
                <span style={visuallyHidden}>{title}　</span>
                <TextWithAccounts text={object} />
              </>
            ) : (
              title
            )}
          </Typography>
          {resource.description && <PageHelpButton resource={resource} />}
          {object && state}
        </Stack>
        {record && (
          <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
            <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              <TextWithAccounts text={record} />
            </Typography>
            {!object && state}
          </Stack>
        )}
      </Box>
      {actions && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, displayPrint: 'none' }}>
          {actions}
        </Stack>
      )}
    </Stack>
  )
}

const ResourceBreadcrumbs = ({ resource: { name, label }, task }: Pick<PageHeaderProps, 'resource' | 'task'>) => {
  const group = useMenu().groupOf(name)
  return (
    <PageBreadcrumbs current={task ?? label}>
      {group && <span>{group.MenuName}</span>}
      {task && (
        <MuiLink component={Link} to={`/admin/${name}`} underline="hover" color="textSecondary">
          {label}
        </MuiLink>
      )}
    </PageBreadcrumbs>
  )
}

// A finger needs 44 pixels.
const touchLinks = {
  '@media (pointer: coarse)': {
    '& a': { display: 'inline-flex', alignItems: 'center', minWidth: 44, minHeight: 44, px: 1, mx: -1 },
  },
}

/** Renders the breadcrumbs from the home page to this page. `children` are the breadcrumbs between these two. */
export const PageBreadcrumbs = ({ current, children }: { current: string; children?: ReactNode }) => (
  <Breadcrumbs
    aria-label="目前位置"
    sx={{ ...touchLinks, fontSize: 'var(--text-label)', mb: 0.5, displayPrint: 'none' }}
  >
    <MuiLink component={Link} to="/admin" underline="hover" color="textSecondary">
      首頁
    </MuiLink>
    {children}
    <span aria-current="page">{current}</span>
  </Breadcrumbs>
)

/** Renders the page of a record that is loading or has failed to load. */
export const NoRecord = ({
  resource,
  task,
  error,
  onRetry,
}: {
  resource: Resource
  task: string
  error: unknown
  onRetry: () => unknown
}) =>
  error ? (
    <>
      <PageHeader resource={resource} task={task} />
      <Card>
        <FailurePanel error={error} onRetry={onRetry} />
      </Card>
    </>
  ) : (
    <PageSkeleton />
  )
