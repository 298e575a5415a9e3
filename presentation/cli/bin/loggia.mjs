#!/usr/bin/env node
// Here already when npm installs, so that `npx loggia` finds it; what it runs is there after the build.
import { main } from '@loggia/cli';

await main(process.argv.slice(2));
