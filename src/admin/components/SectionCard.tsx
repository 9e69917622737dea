import { Box, Card, Stack, Typography } from '@mui/material'
import type { ReactNode, Ref } from 'react'
import { textSizes } from '../../browser/theme/type-scale'

interface SectionCardProps {
  readonly title: string
  /** Accessible name; default: the title. */
  readonly label?: string
  /** Text below the heading. */
  readonly note?: string
  /** Content at the end of the heading line. */
  readonly aside?: ReactNode
  /** Whether the card has less space around its content, for pages with many sections. */
  readonly dense?: boolean
  readonly headingRef?: Ref<HTMLHeadingElement>
  readonly children: ReactNode
}

/** Renders a section of a page: a card with its heading. */
export const SectionCard = ({
  title,
  label = title,
  note,
  aside,
  dense = false,
  headingRef,
  children,
}: SectionCardProps) => (
  <Card
    component="section"
    aria-label={label}
    sx={{
      px: { xs: 2, md: 3 },
      py: dense ? 1.5 : { xs: 2, md: 3 },
      breakInside: 'avoid',
      '@media print': { p: 0, pt: 1 },
    }}
  >
    <Stack
      direction="row"
      sx={{
        flexWrap: 'wrap',
        alignItems: note ? 'flex-start' : 'center',
        justifyContent: 'space-between',
        gap: 1,
        mb: dense ? 0.5 : 2,
      }}
    >
      <div>
        <Typography
          ref={headingRef}
          tabIndex={headingRef ? -1 : undefined}
          component="h2"
          variant="h6"
          sx={{ outline: 'none' }}
        >
          {title}
        </Typography>
        {note && (
          <Typography color="textSecondary" variant="body2">
            {note}
          </Typography>
        )}
      </div>
      {aside}
    </Stack>
    {children}
  </Card>
)

/** Renders a section without content: its heading and why there is none, in one line. */
export const EmptySection = ({ title, text, aside }: { title: string; text: string; aside?: ReactNode }) => (
  <Card
    component="section"
    aria-label={title}
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 2,
      px: { xs: 2, md: 3 },
      py: 1,
      breakInside: 'avoid',
    }}
  >
    <Typography component="h2" sx={{ fontSize: textSizes.title, fontWeight: 600 }}>
      {title}
    </Typography>
    <Typography color="textSecondary" sx={{ flexGrow: 1 }}>
      {text}
    </Typography>
    {aside}
  </Card>
)

interface DescriptionItemProps {
  readonly name: string
  /** Whether the item spans all columns of a grid. */
  readonly wide?: boolean | undefined
  /** Whether the item spans two columns of a grid. */
  readonly long?: boolean
  /** CSS font size of an important value; default: the size of normal text. */
  readonly size?: string
  readonly children: ReactNode
}

/** Renders an item of a description list: a name with its value. */
export const DescriptionItem = ({ name, wide, long = false, size, children }: DescriptionItemProps) => (
  <Box sx={wide ? { gridColumn: '1 / -1' } : long ? { gridColumn: { sm: 'span 2' } } : undefined}>
    <Typography component="dt" color="textSecondary" sx={{ fontSize: textSizes.label }}>
      {name}
    </Typography>
    <Typography
      component="dd"
      sx={{
        m: 0,
        mt: 0.25,
        overflowWrap: 'anywhere',
        ...(size && { fontSize: size, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }),
      }}
    >
      {children}
    </Typography>
  </Box>
)
