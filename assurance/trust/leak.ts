/** What no answer may say: how the portal is made, where it lies, what it asked its database. */
export const LEAK =
  /\bat [\w.<>]+ \(|\.ts:\d+|node_modules|node:internal|\/src\/server|select .+ from |insert into|syntax error at|violates|relation "|ECONN|ENOENT|postgres/i
