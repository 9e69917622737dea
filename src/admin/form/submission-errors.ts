/** What a save answers when the server refused it: a sentence for each path of the form. */
export const submissionErrors = (answer: unknown, path = ''): [string, string][] => {
  if (typeof answer === 'string') return path === '' ? [] : [[path, answer]]
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) => submissionErrors(value, path === '' ? name : `${path}.${name}`))
}
