#!/usr/bin/env node
// This file exists before the build, so that `npx loggia` finds it after npm installs; the code it runs is built later.
import { main } from '@loggia/cli';

await main(process.argv.slice(2));
