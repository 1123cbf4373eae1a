package main

import (
	"bufio"
	"io"
	"os/exec"
)

// A process answers each line of its input with a line.
type process struct {
	in  io.Writer
	out *bufio.Reader
}

// startProcess starts a program.
func startProcess(name string, arguments ...string) (*process, error) {
	command := exec.Command(name, arguments...)
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &process{in, bufio.NewReaderSize(out, 1<<20)}, command.Start()
}

// ask returns the answer to a line. The answer includes its line break.
func (p *process) ask(line []byte) ([]byte, error) {
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		return nil, err
	}
	return p.out.ReadBytes('\n')
}
