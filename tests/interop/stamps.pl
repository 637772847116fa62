#!/usr/bin/perl
# API key stamps on P-256 by the protocol of vectors/PROTOCOL.md, for `--features stamps`: Perl's core modules read, and
# the command line of OpenSSL computes. A shell alone has no strict reader of JSON: `jq` takes a name twice. Written from
# README.md, PROTOCOL.md, fields.md and sections 1, 2.1 and 8.1 of wire-formats.md.
use v5.24;
use utf8;
use warnings;
use Encode ();
use File::Temp ();
use JSON::PP ();
use MIME::Base64 ();

my $FOLDER  = File::Temp->newdir;
my $OID     = '06082a8648ce3d030107';
my $KEY     = "3039301306072a8648ce3d0201${OID}032200";                          # what stands before a point
my $SCALAR  = '30310201010420';                                                  # what stands before a private key
my $ORDER   = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551';
my %GROUPS  = (ApiKeyImport => \&import_key, ApiKeyStampVerification => \&verify_stamp);
my $ESCAPES = {'"' => '"', '\\' => '\\', '/' => '/', b => "\b", f => "\f", n => "\n", r => "\r", t => "\t"};

sub refuse { die {code => $_[0], reason => $_[1]} }

sub file {
    my ($name, $content) = @_;
    open my $handle, '>:raw', "$FOLDER/$name" or die $!;
    print $handle $content;
    close $handle or die $!;
    return "$FOLDER/$name";
}

sub openssl {
    my @command = ('openssl', @_);
    open my $null, '>', '/dev/null' or die $!;
    open my $saved, '>&', \*STDERR or die $!;
    open STDERR, '>&', $null or die $!;
    open my $pipe, '-|:raw', @command or die "there is no openssl: $!";
    my $output = do { local $/; <$pipe> } // '';
    close $pipe;
    open STDERR, '>&', $saved or die $!;
    return ($? == 0, $output);
}

sub from_hex {
    my ($text, $name) = @_;
    $text =~ /\A(?:(?:[0-9a-f]{2})*|(?:[0-9A-F]{2})*)\z/ or refuse('malformed', "$name is not hex");
    return pack 'H*', $text;
}

sub from_base64url {
    my ($text) = @_;
    $text =~ /\A([A-Za-z0-9_-]*)(={0,2})\z/ or refuse('malformed', 'the header is not base64url');
    my ($digits, $padding) = ($1, $2);
    my $bytes = MIME::Base64::decode_base64($digits =~ tr{-_}{+/}r);
    my $again = MIME::Base64::encode_base64($bytes, '') =~ tr{+/}{-_}r;
    $again eq "$digits$padding" or $again =~ s/=+\z//r eq $text or refuse('malformed', 'the header has stray digits');
    return $bytes;
}

# JSON of section 8.1: names stand once, and those that are read have no other spelling in another case.
sub read_json {
    my ($bytes, @read) = @_;
    my $text = eval { Encode::decode('UTF-8', my $copy = $bytes, Encode::FB_CROAK) } // refuse('malformed', 'not UTF-8');
    my $left = 2000 + int(length($bytes) / 32);
    my %read = map { fc($_) => $_ } @read;
    my ($value, $string);
    $string = sub {
        $text =~ /\G"((?:[^"\\\x00-\x1f]|\\(?:["\\\/bfnrt]|u[0-9A-Fa-f]{4}))*)"/gc or refuse('malformed', 'no string');
        my $units = $1 =~ s{\\u([0-9A-Fa-f]{4})|\\(.)}{defined $1 ? chr hex $1 : $ESCAPES->{$2}}ger;
        $units =~ s{([\x{d800}-\x{dbff}])([\x{dc00}-\x{dfff}])}
                   {chr(0x10000 + (ord($1) - 0xd800 << 10) + ord($2) - 0xdc00)}ge;
        $units =~ /[\x{d800}-\x{dfff}]/ and refuse('malformed', 'a lone surrogate');
        return $units;
    };
    $value = sub {
        my ($depth) = @_;
        $text =~ /\G[ \t\n\r]*/gc;
        if ($text =~ /\G([\[{])[ \t\n\r]*/gc) {
            my ($end, %members) = ($1 eq '{' ? '}' : ']');
            $depth < 64 && $left-- > 0 or refuse('malformed', 'too many levels or objects');
            if ($text !~ /\G\Q$end\E/gc) {
                do {
                    $text =~ /\G[ \t\n\r]*/gc;
                    my $name = $end eq '}' ? $string->() : scalar %members;
                    exists $members{$name} and refuse('malformed', 'a name twice');
                    $end eq '}' and ($read{fc $name} // $name) ne $name and refuse('malformed', 'a name in another case');
                    $end eq ']' or $text =~ /\G[ \t\n\r]*:/gc or refuse('malformed', 'no colon');
                    $members{$name} = $value->($depth + 1);
                } while ($text =~ /\G[ \t\n\r]*,/gc);
                $text =~ /\G[ \t\n\r]*\Q$end\E/gc or refuse('malformed', 'no end');
            }
            return \%members;
        }
        substr($text, pos $text // 0, 1) eq '"' and return $string->();
        $text =~ /\G(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/gc and return undef;
        refuse('malformed', 'no JSON');
    };
    my $document = $value->(0);
    $text =~ /\G[ \t\n\r]*\z/gc or refuse('malformed', 'something after the document');
    return $document;
}

sub check_der {
    my ($length, $content) = unpack('H*', $_[0]) =~ /\A30([0-7][0-9a-f])(.*)\z/ or refuse('malformed', 'not DER');
    hex($length) * 2 == length $content or refuse('malformed', 'not the length of the sequence');
    for my $name ('r', 's') {
        $content =~ s/\A02([0-7][0-9a-f])// && hex($1) * 2 <= length $content or refuse('malformed', "no $name");
        my $number = substr $content, 0, hex($1) * 2, '';
        $number =~ /\A(?:00(?=[89a-f])|(?!00)(?=[0-7])|(?=00\z))/ or refuse('malformed', "$name is not minimal");
        my $digits = sprintf '%s%s', '0' x (66 - length $number), $number;
        "00$ORDER" gt $digits && $digits =~ /[1-9a-f]/ or refuse('malformed', "$name is out of range");
    }
    $content eq '' or refuse('malformed', 'something after s');
}

sub verify_stamp {
    my ($input) = @_;
    my $stamp = read_json(from_base64url($input->{header}), qw(publicKey scheme signature));
    ref $stamp eq 'HASH' or refuse('malformed', 'not an object');
    for my $name (qw(publicKey scheme signature)) {
        defined $stamp->{$name} && !ref $stamp->{$name} or refuse('malformed', "$name is missing");
    }
    $stamp->{scheme} eq 'SIGNATURE_SCHEME_TK_API_P256' or refuse('unsupported', 'another scheme');
    my $key = from_hex($stamp->{publicKey}, 'the public key');
    $key =~ /\A[\x02\x03].{32}\z/s or refuse('malformed', 'not a compressed point');
    my $signature = from_hex($stamp->{signature}, 'the signature');
    check_der($signature);
    my $public = file('public', pack('H*', $KEY) . $key);
    (openssl('pkey', '-pubin', '-inform', 'DER', '-in', $public, '-noout'))[0] or refuse('malformed', 'not on the curve');
    my $body = file('body', pack('H*', $input->{body}) x ($input->{bodyRepeat} // 1));
    my @command = ('dgst', '-sha256', '-keyform', 'DER', '-verify', $public);
    my ($verifies) = openssl(@command, '-signature', file('signature', $signature), $body);
    $verifies or refuse('bad-signature', 'the signature does not verify');
    return {publicKey => lc $stamp->{publicKey}, scheme => $stamp->{scheme}};
}

sub import_key {
    my ($input) = @_;
    my $scalar = unpack 'H*', from_hex($input->{privateKey}, 'the private key');
    length $scalar == 64 && $scalar lt $ORDER && $scalar =~ /[1-9a-f]/ or refuse('malformed', 'not a private key');
    my $private = file('private', pack 'H*', "$SCALAR${scalar}a00a$OID");
    my ($made, $public) = openssl(qw(ec -inform DER -pubout -conv_form compressed -outform DER -in), $private);
    $made or die 'openssl makes no public key';
    $public = unpack 'H*', substr $public, -33;
    my $claimed = $input->{claimedPublicKey} // $public;
    unpack('H*', from_hex($claimed, 'the public key')) eq $public or refuse('key-mismatch', 'another public key');
    return {publicKey => $public};
}

$| = 1;
while (my $line = <STDIN>) {
    my $task = JSON::PP::decode_json($line);
    my ($group, $result) = ($GROUPS{$task->{group}}, {id => $task->{id}});
    if (!$group) {
        %$result = (%$result, result => 'skipped', reason => "there is no $task->{group}");
    } elsif (my $outputs = eval { $group->($task->{input}) }) {
        %$result = (%$result, result => 'accepted', outputs => $outputs);
    } else {
        %$result = (%$result, ref $@ ? (result => 'refused', %{$@}) : (result => 'crashed', reason => $@));
    }
    say JSON::PP::encode_json($result);
}
